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

  // How many rows a legend takes: names are as long as their parameters.
  const legendRows = (width) => (names) => {
    const MARK = 50, LETTER = 6.7;
    let rows = 1, used = 0;
    for (const name of names) {
      const wanted = MARK + LETTER * name.length;
      if (used > 0 && used + wanted > width) { rows++; used = 0; }
      used += wanted;
    }
    return rows;
  };

  /** What the files of the charts share, in a card of a width. */
  const kit = (width) => ({ width, common, tip, axis, tooltip, whisker, legendRows: legendRows(width), ink, hue, figure, shapes });
  // A column of the printed page.
  const PAPER = 460;
  const choice = document.getElementById("choice");
  /** The series that were asked for; of other sections all. */
  const chosen = (chart, element) => {
    const words = choice?.value.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
    if (!words.length || !element.closest("#charts")) return chart.series;
    return chart.series.filter((s) => words.every((word) => `${chart.title} ${s.name}`.toLowerCase().includes(word)));
  };
  const draw = (chart) => {
    const element = document.getElementById(chart.id);
    const series = chosen(chart, element);
    element.closest("figure").hidden = !series.length;
    if (!series.length) return;
    const instance = drawn.get(chart.id) ?? echarts.init(element, null, { renderer: "svg" });
    drawn.set(chart.id, instance);
    instance.setOption(kinds[chart.kind](kit(printing ? PAPER : element.clientWidth))({ ...chart, series }), true);
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
    if (choice) {
      choice.closest("p").hidden = false;
      choice.addEventListener("input", () => {
        for (const chart of charts) {
          const element = document.getElementById(chart.id);
          if (drawn.has(chart.id)) draw(chart); else element.closest("figure").hidden = !chosen(chart, element).length;
        }
        drawn.forEach((instance) => instance.resize());
      });
    }
    charts.slice(AT_ONCE).forEach((chart) => near.observe(document.getElementById(chart.id)));
    let pending;
    addEventListener("resize", () => {
      clearTimeout(pending);
      pending = setTimeout(() => {
        if (printing) return;
        drawn.forEach((instance) => instance.resize());
        redraw();
      }, 120);
    });
    let before;
    addEventListener("beforeprint", () => {
      printing = true;
      before = root.dataset.theme;
      root.dataset.theme = "light";
      document.querySelectorAll("#environment details, #left-out details").forEach((details) => { details.dataset.was = details.open; details.open = true; });
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
      document.querySelectorAll("[data-was]").forEach((details) => { details.open = details.dataset.was === "true"; });
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
