"use strict";
/** Ratios with their intervals, a row each; below each what the base is to itself. Far apart, on a logarithmic axis. */
kinds.forest = ({ width, common, tip, axis, tooltip, whisker, legendRows, ink, hue, figure }) => (chart) => {
  const points = chart.series.flatMap((s) => s.points);
  const labels = [];
  for (const point of points) labels[point.x] = point.label;
  const lowest = Math.min(1, ...points.map((p) => p.low)), most = Math.max(1, ...points.map((p) => p.high));
  const far = lowest > 0 && most / lowest > 4;
  const pad = (most - lowest) * 0.06 || 0.01;
  const unit = 10 ** Math.floor(Math.log10(most - lowest + 2 * pad)) / 2;
  const min = far ? 10 ** Math.floor(Math.log10(lowest)) : Math.max(0, Math.floor((lowest - pad) / unit) * unit);
  const max = far ? 10 ** Math.ceil(Math.log10(most)) : Math.ceil((most + pad) / unit) * unit;
  const item = (series, shift) => {
    const colour = hue(series.hue);
    return {
      type: "custom", name: series.name, z: 3, itemStyle: { color: colour }, encode: { x: [1, 2, 3], y: 0 },
      data: series.points.map((p) => [p.x, Math.max(p.low, min), p.y, p.high]),
      renderItem: (params, api) => {
        const row = api.value(0);
        const at = api.coord([api.value(2), row]);
        const y = at[1] + shift;
        const end = api.coord([api.value(3), row])[0];
        const group = whisker([api.coord([api.value(1), row])[0], y], [end, y], [], true, colour);
        const style = { fill: series.oversubscribed ? ink("card") : colour, stroke: colour, lineWidth: 2 };
        group.silent = false;
        group.children.push(series.shape ? { type: "rect", shape: { x: at[0] - 3, y: y - 3, width: 6, height: 6 }, style } : { type: "circle", shape: { cx: at[0], cy: y, r: 5 }, style });
        if (!series.shape) {
          group.children.push({ type: "text", style: { x: end + 9, y, text: series.points[params.dataIndex].text, fill: ink("ink"), font: `600 12px ${getComputedStyle(document.body).fontFamily}`, textVerticalAlign: "middle" } });
        }
        return group;
      },
    };
  };
  return {
    ...common(),
    grid: { left: 36, right: 64, top: 10 + 26 * legendRows(chart.series.map((s) => s.name)), bottom: 30, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 8, itemGap: 14, textStyle: { color: ink("ink"), fontSize: 12 }, selectedMode: false, data: chart.series.map((s) => s.name) },
    xAxis: axis({
      type: far ? "log" : "value", min, max, name: `${chart.measure}${far ? " (logarithmic)" : ""}; above 1 is slower`, nameLocation: "middle", nameGap: 28,
      axisLabel: { formatter: figure, hideOverlap: true },
    }),
    yAxis: axis({
      type: "category", inverse: true, data: labels, axisTick: { show: false }, splitLine: { show: false },
      axisLabel: { color: ink("ink"), width: Math.max(200, 0.4 * width), overflow: "break", lineHeight: 14, interval: 0 },
    }),
    tooltip: tip({ trigger: "item", formatter: ({ seriesIndex, dataIndex }) => {
      const series = chart.series[seriesIndex], point = series.points[dataIndex];
      return tooltip(point.label, [{ series, point }]);
    } }),
    series: [...chart.series.map((series) => item(series, series.shape ? 9 : -5)), {
      type: "custom", silent: true, z: 1, tooltip: { show: false }, data: [[0, 1]], encode: { x: 1, y: 0 },
      renderItem: (params, api) => {
        const { y, height } = params.coordSys, [x] = api.coord([1, 0]);
        return { type: "line", shape: { x1: x, y1: y, x2: x, y2: y + height }, style: { stroke: ink("quiet"), lineWidth: 1.5 } };
      },
    }],
  };
};
