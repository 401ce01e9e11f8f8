"use strict";
/** A row for each step, from where the one before has ended; what is measured stands on zero. */
kinds.waterfall = ({ common, tip, axis, tooltip, whisker, legendRows, ink, hue, figure }) => (chart) => {
  const list = chart.rows.flatMap((row) => chart.series.flatMap((series) => series.points.filter((p) => p.label === row).map((point) => ({ series, point }))));
  const names = list.map(({ point }) => point.label);
  const ends = list.flatMap(({ point }) => [point.x, point.x + point.y, point.x + point.low, point.x + point.high]);
  const text = ({ series, point }) => (series.points.length === 1 || series.hue !== 0) && point.y > 0 ? `+${point.text}` : point.text;
  const rows = chart.series.map((s) => s.name);
  return {
    ...common(),
    grid: { left: 36, right: 130, top: 14 + 26 * legendRows(rows), bottom: 30, containLabel: true },
    legend: { top: 0, left: 0, itemGap: 14, textStyle: { color: ink("ink"), fontSize: 12 }, data: rows, selectedMode: false },
    xAxis: axis({
      type: "value", min: Math.min(0, ...ends), max: Math.max(...ends), name: `${chart.measure}, ${chart.unit}`, nameLocation: "middle", nameGap: 28,
      axisLabel: { formatter: figure, hideOverlap: true, showMaxLabel: false },
    }),
    yAxis: axis({
      type: "category", inverse: true, data: names, axisTick: { show: false }, splitLine: { show: false },
      axisLabel: { color: ink("ink"), width: 150, overflow: "break", lineHeight: 14, interval: 0 },
    }),
    tooltip: tip({ trigger: "item", formatter: (item) => tooltip(list[item.value[0]].point.label, [list[item.value[0]]]) }),
    series: chart.series.map((series) => ({
      type: "custom", name: series.name, itemStyle: { color: hue(series.hue) }, encode: { x: [1, 2, 3, 4], y: 0 },
      data: list.flatMap((entry, row) => entry.series === series ? [[row, entry.point.x, entry.point.x + entry.point.y, entry.point.x + entry.point.low, entry.point.x + entry.point.high]] : []),
      renderItem: (params, api) => {
        const row = api.value(0), entry = list[row];
        const at = (i) => api.coord([api.value(i), row]);
        const [from, y] = at(1), [to] = at(2);
        const half = Math.min(9, api.size([0, 1])[1] * 0.36);
        const left = Math.min(from, to), width = Math.max(1, Math.abs(to - from));
        const colour = hue(series.hue);
        const bar = { type: "rect", shape: { x: left, y: y - half, width, height: 2 * half, r: 2 }, style: series.oversubscribed ? { fill: "none", stroke: colour, lineWidth: 1.5, lineDash: [4, 3] } : { fill: colour, opacity: 0.85 } };
        const error = whisker(at(3), at(4), [], true, ink("ink"));
        const end = Math.max(from, to, at(3)[0], at(4)[0]);
        const label = { type: "text", style: { x: end + 8, y, text: text(entry), fill: ink("ink"), font: `600 12px ${getComputedStyle(document.body).fontFamily}`, textVerticalAlign: "middle" } };
        const below = row + 1 < list.length && entry.series.hue !== 7 ? [{ type: "line", silent: true, shape: { x1: to, y1: y + half, x2: to, y2: api.coord([0, row + 1])[1] - half }, style: { stroke: ink("quiet"), lineWidth: 1, lineDash: [2, 3] } }] : [];
        return { type: "group", children: [bar, ...below, error, label] };
      },
    })),
  };
};
