"use strict";
/** Pieces on top of each other, from zero, and the whole as a mark with its error bar. */
kinds.stacks = ({ common, tip, axis, tooltip, whisker, legendRows, ink, hue, figure }) => (chart) => {
  const names = [...new Set(chart.series.flatMap((s) => s.points.map((p) => p.label)))];
  const pieces = chart.series.filter((s) => s.shape === 0), marks = chart.series.filter((s) => s.shape !== 0);
  const of = (series, name) => series.points.find((p) => p.label === name);
  return {
    ...common(),
    grid: { left: 16, right: 40, top: 14 + 26 * legendRows(chart.series.map((s) => s.name)), bottom: 30, containLabel: true },
    legend: { top: 0, left: 0, itemGap: 14, textStyle: { color: ink("ink"), fontSize: 12 }, data: chart.series.map((s) => s.name) },
    xAxis: axis({ type: "value", min: 0, name: `${chart.measure}, ${chart.unit}`, nameLocation: "middle", nameGap: 28, axisLabel: { formatter: figure, hideOverlap: true } }),
    yAxis: axis({
      type: "category", inverse: true, data: names, axisTick: { show: false }, splitLine: { show: false },
      axisLabel: { color: ink("ink"), width: 150, overflow: "break", lineHeight: 14, interval: 0 },
    }),
    tooltip: tip({
      trigger: "axis", axisPointer: { type: "shadow" },
      formatter: (items) => {
        const name = items[0]?.name ?? names[items[0]?.value?.[1]];
        return tooltip(name, chart.series.map((series) => ({ series, point: of(series, name) })).filter((e) => e.point));
      },
    }),
    series: [
      ...pieces.map((series) => ({
        type: "bar", stack: "pieces", name: series.name, barMaxWidth: 18, itemStyle: { color: hue(series.hue), opacity: 0.85 },
        data: names.map((name) => of(series, name)?.y ?? 0),
      })),
      ...marks.map((series) => ({
        type: "scatter", name: series.name, symbol: "diamond", symbolSize: 11, z: 4,
        itemStyle: { color: ink("card"), borderColor: ink("ink"), borderWidth: 2 },
        data: series.points.map((point) => [point.y, names.indexOf(point.label)]),
      })),
      ...marks.map((series) => ({
        type: "custom", name: series.name, z: 5, silent: true, encode: { x: [1, 2], y: 0 }, tooltip: { show: false },
        data: series.points.map((point) => [names.indexOf(point.label), Math.max(point.low, 0), point.high]),
        renderItem: (params, api) => whisker(api.coord([api.value(1), api.value(0)]), api.coord([api.value(2), api.value(0)]), [], true, ink("ink")),
      })),
    ],
  };
};
