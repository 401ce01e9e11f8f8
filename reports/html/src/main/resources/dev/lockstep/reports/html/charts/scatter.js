"use strict";
/** Time against size, both doubling from mark to mark: what is down and to the left is better. Names stand beside their points. */
kinds.scatter = ({ common, tip, axis, tooltip, whisker, ink, hue, figure, shapes }) => (chart) => {
  const points = chart.series.map((series) => ({ series, point: series.points[0] }));
  const doublings = (values, name, label, extra) => {
    const min = Math.floor(Math.log2(Math.min(...values))), max = Math.max(min + 1, Math.ceil(Math.log2(Math.max(...values))));
    return axis({ type: "value", min, max, interval: Math.ceil((max - min) / 8), name, ...extra, axisLabel: { hideOverlap: true, formatter: (x) => label(2 ** x) } });
  };
  const ys = points.flatMap(({ point }) => [point.y, point.low, point.high]).filter((y) => y > 0);
  // An interval down to nothing would squeeze all others.
  const floor = Math.min(...points.map(({ point }) => point.y)) / 4;
  const low = (point) => Math.log2(Math.max(point.low, floor));
  return {
    ...common(),
    grid: { left: 16, right: 84, top: 34, bottom: 30, containLabel: true },
    xAxis: doublings(points.map(({ point }) => point.x), "bytes of the encoding", figure, { nameLocation: "middle", nameGap: 28 }),
    yAxis: doublings(ys.map((y) => Math.max(y, floor)), `${chart.measure}, ${chart.unit}`, figure, {
      nameLocation: "end", nameGap: 10, nameTextStyle: { align: "left", padding: [0, 0, 0, -30] },
    }),
    tooltip: tip({ trigger: "item", formatter: (item) => tooltip(item.data.entry.point.label, [item.data.entry]) }),
    series: [{
      type: "scatter", symbolSize: 12, labelLayout: { moveOverlap: "shiftY" },
      label: { show: true, position: "right", distance: 7, color: ink("ink"), fontSize: 12, formatter: (item) => item.data.entry.series.name },
      data: points.map((entry) => ({
        value: [Math.log2(entry.point.x), Math.log2(entry.point.y)], entry,
        symbol: shapes[entry.series.shape % 4], itemStyle: { color: hue(entry.series.hue) },
      })),
    }, {
      type: "custom", z: 3, silent: true, encode: { x: 0, y: [1, 2] }, tooltip: { show: false },
      data: points.map(({ point }) => [Math.log2(point.x), low(point), Math.log2(point.high)]),
      renderItem: (params, api) => whisker(api.coord([api.value(0), api.value(1)]), api.coord([api.value(0), api.value(2)]), [], false, hue(points[params.dataIndex].series.hue)),
    }],
  };
};
