"use strict";
kinds.lines = ({ common, tip, axis, tooltip, whisker, legendRows, ink, hue, figure, bytes, shapes }) => (chart) => {
  const sizes = [...new Set(chart.series.flatMap((s) => s.points.map((p) => p.x)))].sort((a, b) => a - b);
  const least2 = Math.log2(sizes.find((size) => size > 0) ?? 1);
  // A logarithm has no zero: an empty message stands two powers below the smallest other size.
  const at = (size) => size > 0 ? Math.log2(size) : least2 - 2;
  const places = new Map(sizes.map((size) => [at(size), size]));
  const whole = [...places.keys()].every(Number.isInteger);
  const divisor = (a, b) => b ? divisor(b, a % b) : a;
  const step = whole ? [...places.keys()].map((x) => x - at(sizes[0])).reduce(divisor, 0) || 1 : 1;
  // With few sizes, just those that were measured get a label.
  const label = (x) => places.has(x) ? bytes(places.get(x)) : whole && sizes.length <= 12 || !Number.isInteger(x) ? "" : bytes(2 ** x);
  const all = [...chart.series.flatMap((s) => s.points.flatMap((p) => [p.y, p.low, p.high])), ...chart.floors.map((f) => f.y)].filter((v) => v > 0);
  const lowest = Math.min(...all), most = Math.max(...all);
  const min = 10 ** Math.floor(Math.log10(lowest)), max = 10 ** Math.ceil(Math.log10(most));
  const names = chart.series.map((s) => s.name);
  const option = {
    ...common(),
    grid: { left: 16, right: 20, top: 30 + 26 * legendRows(names), bottom: 30, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 30, itemGap: 14, textStyle: { color: ink("ink"), fontSize: 12 }, data: names },
    xAxis: axis({
      type: "value", min: at(sizes[0]), max: at(sizes[sizes.length - 1]), interval: step,
      name: "message size", nameLocation: "middle", nameGap: 28,
      axisLabel: { hideOverlap: true, formatter: label },
      splitLine: { show: false },
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
        const entries = items.filter((i) => i.seriesType === "line").map((i) => ({ series: chart.series[i.seriesIndex / 2], point: i.data.point }));
        return entries.length ? tooltip(entries[0].point.label, entries) : "";
      },
    }),
    series: [],
  };
  for (const series of chart.series) {
    const colour = hue(series.hue);
    option.series.push({
      type: "line", name: series.name, symbol: shapes[series.shape % shapes.length], symbolSize: 8,
      lineStyle: { color: colour, width: 2, type: series.oversubscribed ? [5, 5] : "solid", opacity: series.oversubscribed ? 0.75 : 1 },
      itemStyle: series.oversubscribed ? { color: ink("card"), borderColor: colour, borderWidth: 2 } : { color: colour },
      emphasis: { focus: "series" },
      data: series.points.map((point) => ({ value: [at(point.x), point.y], point })),
    }, {
      type: "custom", name: series.name, z: 3, silent: true,
      encode: { x: 0, y: [1, 2] }, tooltip: { show: false },
      data: series.points.map((point) => [at(point.x), Math.max(point.low, min), point.high]),
      renderItem: (params, api) => {
        const point = series.points[params.dataIndex];
        const x = api.value(0);
        return whisker(api.coord([x, api.value(1)]), api.coord([x, api.value(2)]), point.forks.filter((f) => f > 0).map((f) => api.coord([x, f])), false, colour);
      },
    });
  }
  for (const floor of chart.floors) {
    option.series.push({
      type: "line", silent: true, data: [],
      markLine: {
        silent: true, symbol: "none", data: [{ yAxis: floor.y }],
        lineStyle: { color: ink("quiet"), type: "dotted", width: 1.5 },
        label: { position: "insideEndTop", formatter: floor.label, color: ink("quiet"), fontSize: 12 },
      },
    });
  }
  return option;
};
