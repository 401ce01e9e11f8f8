"use strict";
kinds.lines = ({ common, tip, axis, tooltip, whisker, legendRows, ink, hue, figure, shapes }) => (chart) => {
  const ticks = chart.over.ticks;
  const least2 = Math.log2(ticks.find((tick) => tick.x > 0)?.x ?? 1);
  // A logarithm has no zero: an empty message stands two powers below the smallest other size.
  const at = (x) => x > 0 ? Math.log2(x) : least2 - 2;
  const all = [...[...chart.series, ...chart.published].flatMap((s) => s.points.flatMap((p) => [p.y, p.low, p.high])), ...chart.floors.map((f) => f.y)].filter((v) => v > 0);
  const lowest = Math.min(...all), most = Math.max(...all);
  const min = 10 ** Math.floor(Math.log10(lowest)), max = 10 ** Math.ceil(Math.log10(most));
  const names = [...new Set([...chart.series, ...chart.published].map((s) => s.name))];
  // What is marked of a line stands in a row of its own above the plot.
  const marks = [...chart.knees, ...chart.missed].filter((mark) => names.includes(mark.series));
  const ROW = 16, rows = [...new Set(marks.map((mark) => mark.series))];
  // Half of the last label stands beside the plot.
  const right = Math.max(20, 4 * ticks[ticks.length - 1].label.length);
  const option = {
    ...common(),
    grid: { left: 16, right, top: 30 + 26 * legendRows(names) + ROW * rows.length, bottom: 48, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 30, itemGap: 14, textStyle: { color: ink("ink"), fontSize: 12 }, data: names },
    // Its places are a series of their own: an axis has its ticks at equal distances only.
    xAxis: axis({
      type: "value", min: at(ticks[0].x), max: at(ticks[ticks.length - 1].x),
      name: chart.over.title, nameLocation: "middle", nameGap: 28,
      axisLabel: { show: false }, axisTick: { show: false }, splitLine: { show: false },
    }),
    yAxis: axis({
      type: "log", min, max, name: `${chart.measure}, ${chart.unit}`, nameLocation: "end", nameGap: 10 + ROW * rows.length,
      nameTextStyle: { align: "left", padding: [0, 0, 0, -30] },
      axisLabel: { formatter: figure },
      minorTick: { show: true, splitNumber: 9 },
    }),
    tooltip: tip({
      trigger: "axis",
      axisPointer: { type: "line", lineStyle: { color: ink("quiet"), type: "dotted" } },
      formatter: (items) => {
        const entries = items.filter((i) => i.data.point).map((i) => i.data);
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
      data: series.points.map((point) => ({ value: [at(point.x), point.y], series, point })),
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
  chart.published.forEach((series, index) => option.series.push({
    type: "line", name: series.name, symbol: shapes[index % shapes.length], symbolSize: 5, z: 1,
    lineStyle: { color: ink("quiet"), width: 1, type: [[2, 3], [6, 3], "solid"][index % 3] },
    itemStyle: { color: ink("card"), borderColor: ink("quiet"), borderWidth: 1 },
    emphasis: { focus: "series" },
    data: series.points.map((point) => ({ value: [at(point.x), point.y], series, point })),
  }));
  const first = at(ticks[0].x), width = at(ticks[ticks.length - 1].x) - first;
  for (const mark of marks) {
    const series = chart.series.find((s) => s.name === mark.series), colour = hue(series.hue);
    const place = { name: mark.series, z: 4, symbolOffset: [0, -ROW * (rows.indexOf(mark.series) + 0.5)], clip: false };
    const point = { label: ticks.find((tick) => tick.x === mark.x).label, text: mark.label, facts: [] };
    option.series.push(chart.knees.includes(mark) ? {
      type: "scatter", ...place, silent: true, symbol: "circle", symbolSize: 6, itemStyle: { color: colour, opacity: 1 },
      // Far to the left there is room for the name only.
      label: { show: true, position: "left", formatter: at(mark.x) - first < width / 4 ? mark.series : mark.label, color: colour, fontSize: 12 },
      data: [[at(mark.x), max]],
      markLine: { silent: true, symbol: "none", data: [{ xAxis: at(mark.x) }], label: { show: false }, lineStyle: { color: colour, type: "dotted", width: 1.5 } },
    } : {
      type: "scatter", ...place, symbol: "path://M0 0L10 10M10 0L0 10", symbolSize: 9,
      itemStyle: { color: "none", borderColor: colour, borderWidth: 2.5, opacity: 1 },
      data: [{ value: [at(mark.x), max], series, point }],
    });
  }
  option.series.push({
    type: "scatter", silent: true, clip: false, symbol: "rect", symbolSize: [1, 5], symbolOffset: [0, 3],
    itemStyle: { color: ink("quiet") },
    label: { show: true, position: "bottom", distance: 5, color: ink("quiet"), fontSize: 12, formatter: (place) => ticks[place.dataIndex].label },
    labelLayout: { hideOverlap: true },
    data: ticks.map((tick) => [at(tick.x), min]),
  });
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
