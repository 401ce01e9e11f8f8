"use strict";
/** As HdrHistogram's own plots: each power of ten along the axis is one nine more. */
kinds.percentiles = ({ common, tip, axis, tooltip, legendRows, ink, hue, figure, shapes }) => (chart) => {
  const levels = chart.series.flatMap((s) => s.points.map((p) => p.x));
  const end = Math.ceil(Math.log10(Math.max(...levels, 10)) * 10) / 10;
  const nines = (exponent) => !Number.isInteger(exponent) ? "" : exponent === 0 ? "0%" : exponent === 1 ? "90%" : exponent === 2 ? "99%" : `99.${"9".repeat(exponent - 2)}%`;
  const all = chart.series.flatMap((s) => s.points.map((p) => p.y)).filter((y) => y > 0);
  const min = 10 ** Math.floor(Math.log10(Math.min(...all))), max = 10 ** Math.ceil(Math.log10(Math.max(...all)));
  return {
    ...common(),
    grid: { left: 16, right: 24, top: 30 + 26 * legendRows(chart.series.map((s) => s.name)), bottom: 30, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 30, itemGap: 14, textStyle: { color: ink("ink"), fontSize: 12 }, data: chart.series.map((s) => s.name) },
    xAxis: axis({
      type: "value", min: 0, max: end, interval: 1, name: "percentile of operations", nameLocation: "middle", nameGap: 28,
      axisLabel: { hideOverlap: true, showMaxLabel: Number.isInteger(end), formatter: nines },
    }),
    yAxis: axis({
      type: "log", min, max, name: `${chart.measure}, ${chart.unit}`, nameLocation: "end", nameGap: 10,
      nameTextStyle: { align: "left", padding: [0, 0, 0, -30] },
      axisLabel: { formatter: figure },
      minorTick: { show: true, splitNumber: 9 },
    }),
    tooltip: tip({
      trigger: "axis",
      axisPointer: { type: "line", lineStyle: { color: ink("quiet"), type: "dotted" } },
      formatter: (items) => {
        const entries = items.map((i) => ({ series: chart.series[i.seriesIndex], point: i.data.point }));
        return entries.length ? tooltip(entries[0].point.label, entries) : "";
      },
    }),
    series: chart.series.map((series) => {
      const colour = hue(series.hue);
      return {
        type: "line", name: series.name, symbol: shapes[series.shape % shapes.length], symbolSize: 7, showAllSymbol: true,
        lineStyle: { color: colour, width: 2, type: series.oversubscribed ? [5, 5] : "solid", opacity: series.oversubscribed ? 0.75 : 1 },
        itemStyle: series.oversubscribed ? { color: ink("card"), borderColor: colour, borderWidth: 2 } : { color: colour },
        emphasis: { focus: "series" },
        data: series.points.map((point, index) => {
          const at = Math.log10(point.x);
          const marked = Math.abs(at - Math.round(at)) < 1e-6 || index === series.points.length - 1;
          return { value: [at, point.y], point, symbolSize: marked ? 7 : 0 };
        }),
      };
    }),
  };
};
