"use strict";
/** Score over the time from core to core, both logarithmic; a point for each launch, behind them the placements. */
kinds.placements = ({ common, tip, axis, tooltip, legendRows, ink, hue, figure, shapes }) => (chart) => {
  const points = chart.series.flatMap((s) => s.points);
  // To the next half of a doubling; whole ones bear a number, and all do where there are few.
  const doublings = (values, name, extra) => {
    const min = Math.floor(2 * Math.log2(Math.min(...values) * 0.92)) / 2, max = Math.ceil(2 * Math.log2(Math.max(...values) * 1.08)) / 2;
    const label = (x) => Number.isInteger(x) || max - min < 2 ? figure(2 ** x) : "";
    return axis({ type: "value", min, max, interval: 0.5, name, ...extra, axisLabel: { hideOverlap: true, formatter: label } });
  };
  const bands = chart.bands.map((band) => [
    { name: band.label, xAxis: Math.log2(band.low * 0.97) }, { xAxis: Math.log2(band.high * 1.03) },
  ]);
  const names = chart.series.map((s) => s.name);
  return {
    ...common(),
    grid: { left: 16, right: 24, top: 50 + 26 * legendRows(names), bottom: 30, containLabel: true },
    legend: { top: 0, left: 0, itemGap: 14, textStyle: { color: ink("ink"), fontSize: 12 }, data: names },
    xAxis: doublings([...points.map((p) => p.x), ...chart.bands.flatMap((b) => [b.low, b.high])], "time from core to core, ns", {
      nameLocation: "middle", nameGap: 28, splitLine: { show: false },
    }),
    yAxis: doublings(points.map((p) => p.y), `${chart.measure}, ${chart.unit}`, {
      nameLocation: "end", nameGap: 26, nameTextStyle: { align: "left", padding: [0, 0, 0, -30] },
    }),
    tooltip: tip({ trigger: "item", formatter: (item) => {
      const series = chart.series[item.seriesIndex], point = series.points[item.dataIndex];
      return tooltip(point.label, [{ series, point }]);
    } }),
    series: [...chart.series.map((series) => ({
      type: "scatter", name: series.name, symbol: shapes[series.shape], symbolSize: series.shape ? 10 : 8,
      itemStyle: series.shape ? { color: ink("card"), borderColor: hue(series.hue), borderWidth: 1.5 } : { color: hue(series.hue), opacity: 0.75 },
      data: series.points.map((p) => [Math.log2(p.x), Math.log2(p.y)]),
    })), {
      type: "scatter", silent: true, data: [], tooltip: { show: false },
      markArea: {
        silent: true, data: bands, itemStyle: { color: ink("quiet"), opacity: 0.12 },
        label: { position: "top", distance: 4, color: ink("quiet"), fontSize: 12 },
      },
    }],
  };
};
