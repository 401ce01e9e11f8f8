"use strict";
/** Bars start at zero. Values that are too far apart for bars are dots on a logarithmic axis. */
kinds.bars = ({ common, tip, axis, tooltip, whisker, ink, hue, figure }) => (chart) => {
  const list = chart.series.map((series) => ({ series, point: series.points[0] }));
  const values = list.map(({ point }) => point.y);
  const lowest = Math.min(...values), most = Math.max(...values);
  const far = lowest > 0 && most / lowest > 50;
  const min = far ? 10 ** Math.floor(Math.log10(lowest)) : 0;
  const hatch = { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4, color: ink("card") };
  return {
    ...common(),
    grid: { left: 36, right: 84, top: 6, bottom: 30, containLabel: true },
    xAxis: axis({
      type: far ? "log" : "value", min, name: `${chart.measure}, ${chart.unit}${far ? " (logarithmic)" : ""}`, nameLocation: "middle", nameGap: 28,
      axisLabel: { formatter: figure, hideOverlap: true },
    }),
    yAxis: axis({
      type: "category", inverse: true, data: list.map(({ series }) => series.name), axisTick: { show: false },
      splitLine: { show: far, lineStyle: { color: ink("line"), type: "dotted" } },
      axisLabel: { color: ink("ink"), width: 230, overflow: "break", lineHeight: 14, interval: 0 },
    }),
    tooltip: tip({ trigger: "item", formatter: (item) => tooltip(list[item.dataIndex].point.label, [list[item.dataIndex]]) }),
    series: [{
      type: far ? "scatter" : "bar", barMaxWidth: 18, symbolSize: 11,
      data: list.map(({ series, point }, index) => ({
        value: [point.y, index],
        itemStyle: {
          ...(far && series.oversubscribed ? { color: ink("card"), borderColor: hue(series.hue), borderWidth: 2 } : { color: hue(series.hue) }),
          borderRadius: [0, 3, 3, 0], opacity: 0.85, decal: series.oversubscribed && !far ? hatch : { symbol: "none" },
        },
      })),
    }, {
      type: "custom", z: 3, silent: true, encode: { x: [1, 2], y: 0 }, tooltip: { show: false },
      data: list.map(({ point }, index) => [index, Math.max(point.low, min), point.high]),
      renderItem: (params, api) => {
        const { point } = list[params.dataIndex];
        const row = api.value(0);
        const end = api.coord([Math.max(api.value(2), point.y, ...point.forks), row]);
        const dots = point.forks.filter((fork) => fork >= min).map((fork) => api.coord([fork, row]));
        const group = whisker(api.coord([api.value(1), row]), api.coord([api.value(2), row]), dots, true, ink("ink"));
        group.children.push({ type: "text", style: { x: end[0] + 9, y: end[1], text: point.text.split(" ")[0], fill: ink("ink"), font: `600 12px ${getComputedStyle(document.body).fontFamily}`, textVerticalAlign: "middle" } });
        return group;
      },
    }],
  };
};
