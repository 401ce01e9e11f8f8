"use strict";
(() => {
  const root = document.documentElement;
  const probe = document.getElementById("probe");
  const data = document.getElementById("chart-data");
  const charts = data ? JSON.parse(data.textContent) : [];
  const shapes = ["circle", "rect", "triangle", "diamond", "pin", "arrow"];
  const drawn = new Map();
  let printing = false;

  /** The colour that a style sheet variable has just now. */
  const ink = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const hue = (index) => ink(`hue-${index % 8}`);
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const figure = (value) => Math.abs(value) >= 1000 ? value.toLocaleString("en") : String(Number(value.toPrecision(3)));
  const bytes = (value) => value === 0 ? "0" : value >= 1048576 ? `${value / 1048576} MiB` : value >= 1024 ? `${value / 1024} KiB` : `${value} B`;

  /** Built of text nodes: names of benchmarks and parameters are never markup. */
  const tooltip = (title, entries) => {
    const box = document.createElement("div");
    const line = (text, style) => {
      const element = document.createElement("div");
      element.textContent = text;
      element.style.cssText = style;
      box.append(element);
      return element;
    };
    line(title, "font-weight:600;margin-bottom:2px");
    for (const { series, point } of entries) {
      line(`${series.name === point.label ? "" : series.name + ":  "}${point.text}`, `border-left:4px solid ${hue(series.hue)};padding-left:7px;margin-top:5px;font-variant-numeric:tabular-nums`);
      for (const fact of point.facts.filter((f) => !series.name.includes(`(${f})`))) line(fact, "padding-left:11px;font-size:12px;opacity:.8;font-variant-numeric:tabular-nums");
    }
    return box;
  };

  const common = () => ({
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: ink("ink") },
    aria: { enabled: false },
  });
  const tip = (extra) => ({
    confine: false,
    backgroundColor: ink("card"),
    borderColor: ink("line"),
    textStyle: { color: ink("ink"), fontSize: 13 },
    ...extra,
  });
  const axis = (extra) => ({
    axisLine: { onZero: false, lineStyle: { color: ink("quiet") } },
    axisTick: { lineStyle: { color: ink("quiet") } },
    axisLabel: { color: ink("quiet"), fontSize: 12, ...extra.axisLabel },
    nameTextStyle: { color: ink("quiet"), fontSize: 12, ...extra.nameTextStyle },
    splitLine: { lineStyle: { color: ink("line") } },
    ...Object.fromEntries(Object.entries(extra).filter(([key]) => key !== "axisLabel" && key !== "nameTextStyle")),
  });

  /** An error bar, and a dot for each fork beside it. */
  const whisker = (low, high, dots, across, colour) => {
    const children = [];
    const stroke = { stroke: colour, lineWidth: 1.5, fill: "none" };
    const [x1, y1] = low, [x2, y2] = high, cap = 4;
    if (x1 !== x2 || y1 !== y2) {
      children.push({ type: "line", shape: { x1, y1, x2, y2 }, style: stroke });
      for (const [x, y] of [low, high]) {
        children.push({ type: "line", shape: across ? { x1: x, y1: y - cap, x2: x, y2: y + cap } : { x1: x - cap, y1: y, x2: x + cap, y2: y }, style: stroke });
      }
    }
    for (const [x, y] of dots) {
      children.push({ type: "circle", shape: { cx: across ? x : x + 8, cy: across ? y + 8 : y, r: 1.7 }, style: { fill: colour, opacity: 0.65 } });
    }
    return { type: "group", silent: true, children };
  };

  // How many rows a legend takes in the narrowest card, a column of the printed page: names are as long as their parameters.
  function legendRows(names) {
    const NARROWEST = 440, MARK = 50, LETTER = 6.7;
    let rows = 1, used = 0;
    for (const name of names) {
      const width = MARK + LETTER * name.length;
      if (used > 0 && used + width > NARROWEST) { rows++; used = 0; }
      used += width;
    }
    return rows;
  }

  const lines = (chart) => {
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
    const all = chart.series.flatMap((s) => s.points.flatMap((p) => [p.y, p.low, p.high])).filter((v) => v > 0);
    const lowest = Math.min(...all), most = Math.max(...all);
    const min = 10 ** Math.floor(Math.log10(lowest)), max = 10 ** Math.ceil(Math.log10(most));
    const option = {
      ...common(),
      grid: { left: 16, right: 20, top: 30 + 26 * legendRows(chart.series.map((s) => s.name)), bottom: 30, containLabel: true },
      legend: { top: 0, left: 0, itemWidth: 30, itemGap: 14, textStyle: { color: ink("ink"), fontSize: 12 }, data: chart.series.map((s) => s.name) },
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
    return option;
  };

  /** Bars start at zero. Values that are too far apart for bars are dots on a logarithmic axis. */
  const bars = (chart) => {
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

  /** As HdrHistogram's own plots: each power of ten along the axis is one nine more. */
  const percentiles = (chart) => {
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

  /** Ratios with their intervals, a row each; below each what the base is to itself. Far apart, on a logarithmic axis. */
  const forest = (chart) => {
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
        axisLabel: { color: ink("ink"), width: 200, overflow: "break", lineHeight: 14, interval: 0 },
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

  /** Time against size, both doubling from mark to mark: what is down and to the left is better. Names stand beside their points. */
  const scatter = (chart) => {
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

  /** Pieces on top of each other, from zero, and the whole as a mark with its error bar. */
  const stacks = (chart) => {
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
        ...chart.series.filter((s) => s.shape !== 0 || s.name === "in one piece").map((series) => ({
          type: "custom", name: series.name, z: 5, silent: true, encode: { x: [1, 2], y: 0 }, tooltip: { show: false },
          data: series.points.map((point) => [names.indexOf(point.label), Math.max(point.low, 0), point.high]),
          renderItem: (params, api) => whisker(api.coord([api.value(1), api.value(0)]), api.coord([api.value(2), api.value(0)]), [], true, ink("ink")),
        })),
      ],
    };
  };

  const kinds = { lines, bars, percentiles, forest, scatter, stacks };
  const draw = (chart) => {
    const element = document.getElementById(chart.id);
    const instance = drawn.get(chart.id) ?? echarts.init(element, null, { renderer: "svg" });
    drawn.set(chart.id, instance);
    instance.setOption(kinds[chart.kind](chart), true);
  };
  const redraw = () => charts.filter((chart) => drawn.has(chart.id)).forEach(draw);

  if (charts.length) {
    const AT_ONCE = 16;
    charts.slice(0, AT_ONCE).forEach(draw);
    // The others wait until they are near: a large run has hundreds.
    const near = new IntersectionObserver((entries) => {
      for (const entry of entries.filter((e) => e.isIntersecting)) {
        near.unobserve(entry.target);
        draw(charts.find((chart) => chart.id === entry.target.id));
      }
    }, { rootMargin: "800px" });
    charts.slice(AT_ONCE).forEach((chart) => near.observe(document.getElementById(chart.id)));
    let pending;
    addEventListener("resize", () => {
      clearTimeout(pending);
      pending = setTimeout(() => { if (!printing) drawn.forEach((instance) => instance.resize()); }, 120);
    });
    const PAPER = 460;
    let before;
    addEventListener("beforeprint", () => {
      printing = true;
      before = root.dataset.theme;
      root.dataset.theme = "light";
      document.querySelectorAll("#environment details").forEach((details) => { details.dataset.was = details.open; details.open = true; });
      charts.forEach(draw);
      drawn.forEach((instance) => {
        // Small enough that its text stays legible when scaled to a column of the page, whatever that is.
        instance.resize({ width: PAPER, height: Math.min(instance.getHeight(), PAPER) });
        // Printing does not wait for the next frame.
        instance.getZr().flush();
        instance.getDom().querySelector("svg").setAttribute("viewBox", `0 0 ${instance.getWidth()} ${instance.getHeight()}`);
      });
    });
    addEventListener("afterprint", () => {
      printing = false;
      if (before) root.dataset.theme = before; else delete root.dataset.theme;
      document.querySelectorAll("#environment details").forEach((details) => { details.open = details.dataset.was === "true"; });
      drawn.forEach((instance) => {
        instance.getDom().querySelector("svg").removeAttribute("viewBox");
        instance.resize({ width: "auto", height: "auto" });
      });
      redraw();
    });
  }

  const button = document.getElementById("theme");
  const label = () => { button.textContent = dark() ? "Light" : "Dark"; button.setAttribute("aria-label", `Switch to ${dark() ? "light" : "dark"} colours`); };
  button.hidden = false;
  label();
  button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; label(); redraw(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { label(); redraw(); });

  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const sorter = document.createElement("button");
      sorter.type = "button";
      sorter.textContent = head.textContent;
      head.replaceChildren(sorter);
      sorter.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = [...table.tBodies[0].rows];
        const key = (row) => column === 0 ? row.cells[0].textContent : row.cells[column].dataset.value === "" ? null : Number(row.cells[column].dataset.value);
        // What has no number comes last, whichever way.
        rows.sort((a, b) => {
          const [x, y] = [key(a), key(b)];
          if (x === null || y === null) return (x === null) - (y === null);
          return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1);
        });
        table.tBodies[0].append(...rows);
      });
    });
  }

  const filter = document.getElementById("filter");
  filter.closest("p").hidden = false;
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const body of document.querySelectorAll("#line-up .lineup tbody")) {
      const [head, ...rows] = body.rows;
      let any = false;
      for (const row of rows) {
        const text = `${head.textContent} ${row.textContent}`.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        any ||= !row.hidden;
        shown += row.hidden ? 0 : 1;
      }
      head.hidden = !any;
    }
    document.getElementById("filtered").textContent = words.length ? `${shown} ${shown === 1 ? "row" : "rows"}` : "";
  });
})();
