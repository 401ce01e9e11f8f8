"use strict";
/** A field of colour for each row and operation: the darker, the longer. What takes no time is the lightest. */
kinds.heat = ({ common, tip, axis, tooltip, ink, hue, figure }) => (chart) => {
  const rows = chart.series.map((s) => s.name);
  const positive = chart.values.flat().filter((value) => value > 0);
  const least = Math.min(...positive, 1), most = Math.max(...positive, least * 10);
  const short = (value) => figure(Number(value.toPrecision(3)));
  const level = (value) => Math.log10(Math.max(value, least));
  const columns = chart.values[0].map((_, column) => {
    const first = chart.first + column * chart.each;
    return chart.each === 1 ? figure(first) : `${figure(first)}–${figure(first + chart.each - 1)}`;
  });
  return {
    ...common(),
    grid: { left: 16, right: 24, top: 48, bottom: 34, containLabel: true },
    xAxis: axis({ type: "category", data: columns, name: "operation", nameLocation: "middle", nameGap: 28, splitLine: { show: false }, axisLabel: { hideOverlap: true } }),
    yAxis: axis({ type: "category", inverse: true, data: rows, axisTick: { show: false }, splitLine: { show: false }, axisLabel: { color: ink("ink"), interval: 0 } }),
    visualMap: {
      type: "continuous", orient: "horizontal", top: 0, left: 0, itemWidth: 12, itemHeight: 160, calculable: false,
      min: Math.log10(least), max: Math.log10(most), text: [`${short(most)} ${chart.unit}`, short(least)],
      inRange: { color: [ink("line"), hue(0), ink("ink")] }, textStyle: { color: ink("ink"), fontSize: 12 },
    },
    tooltip: tip({
      formatter: ({ value: [column, row] }) => {
        const point = { text: `${short(chart.values[row][column])} ${chart.unit}`, facts: [], label: "" };
        return tooltip(`operation ${columns[column]}`, [{ series: chart.series[row], point }]);
      },
    }),
    series: [{
      type: "heatmap", progressive: 0, emphasis: { disabled: true },
      data: chart.values.flatMap((line, row) => line.flatMap((value, column) => value === null ? [] : [[column, row, level(value)]])),
    }],
  };
};
