"use strict";
// The switch of the theme, and the search. Without this script every page is whole.
(() => {
  const root = document.documentElement;
  const wanted = matchMedia("(prefers-color-scheme: dark)");
  const maxShown = 30;
  const around = 90;

  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const store = theme => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // A browser may keep nothing for a folder; the choice then holds for this page.
    }
  };
  const isDark = () => (root.dataset.theme ?? (wanted.matches ? "dark" : "light")) === "dark";
  const chosen = stored();
  if (chosen === "dark" || chosen === "light") {
    root.dataset.theme = chosen;
  }

  const showTheme = button => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Use the light theme" : "Use the dark theme");
    for (const source of document.querySelectorAll("source[media*=prefers-color-scheme]")) {
      source.dataset.media ??= source.media;
      source.media = root.dataset.theme === undefined ? source.dataset.media : isDark() ? "all" : "not all";
    }
  };

  let entries = null;
  let waiting = null;
  window.siteSearch = list => {
    entries = list.map(one => ({...one, title: (one.page + " " + one.heading).toLowerCase(),
      words: one.text.toLowerCase()}));
    waiting?.();
  };
  const load = () => {
    if (entries === null && !document.querySelector("script[data-index]")) {
      const script = document.createElement("script");
      script.src = root.dataset.root + "search.js";
      script.dataset.index = "";
      document.head.append(script);
    }
  };

  const score = (entry, words) => {
    let sum = 0;
    for (const word of words) {
      const inTitle = entry.title.includes(word);
      if (!inTitle && !entry.words.includes(word)) {
        return 0;
      }
      sum += inTitle ? 10 : 1;
      sum += entry.heading.toLowerCase() === word ? 20 : 0;
    }
    return sum;
  };

  const marked = (element, text, words) => {
    const lower = text.toLowerCase();
    let at = 0;
    while (at < text.length) {
      const next = words.map(word => [lower.indexOf(word, at), word]).filter(([place]) => place >= 0)
        .sort((a, b) => a[0] - b[0] || b[1].length - a[1].length)[0];
      if (next === undefined || lower.length !== text.length) {
        break;
      }
      element.append(text.slice(at, next[0]));
      const mark = document.createElement("mark");
      mark.textContent = text.slice(next[0], next[0] + next[1].length);
      element.append(mark);
      at = next[0] + next[1].length;
    }
    element.append(text.slice(at));
  };

  const excerpt = (entry, words) => {
    const places = words.map(word => entry.words.indexOf(word)).filter(place => place >= 0);
    const from = Math.max(0, (places.length ? Math.min(...places) : 0) - around);
    return (from > 0 ? "… " : "") + entry.text.slice(from, from + 3 * around);
  };

  const show = text => {
    const words = text.toLowerCase().split(/\s+/).filter(word => word !== "");
    const box = document.getElementById("found");
    const list = document.getElementById("found-list");
    list.replaceChildren();
    box.hidden = words.length === 0;
    if (words.length === 0 || entries === null) {
      return;
    }
    const found = entries.map((entry, index) => ({entry, index, score: score(entry, words)}))
      .filter(one => one.score > 0).sort((a, b) => b.score - a.score || a.index - b.index);
    document.getElementById("found-count").textContent = found.length === 0 ? "Nothing found"
      : found.length + (found.length === 1 ? " result" : " results")
        + (found.length > maxShown ? ", the first " + maxShown : "");
    for (const {entry} of found.slice(0, maxShown)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = root.dataset.root + entry.address;
      marked(link, entry.heading === "" || entry.heading === entry.page ? entry.page
        : entry.page + ": " + entry.heading, words);
      const line = document.createElement("p");
      marked(line, excerpt(entry, words), words);
      item.append(link, line);
      list.append(item);
    }
  };

  const step = (event, field) => {
    const links = [field, ...document.querySelectorAll("#found-list a")];
    const at = links.indexOf(document.activeElement);
    const next = event.key === "ArrowDown" ? at + 1 : event.key === "ArrowUp" ? at - 1 : -1;
    if (at >= 0 && next >= 0 && next < links.length) {
      event.preventDefault();
      links[next].focus();
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    button.hidden = false;
    showTheme(button);
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      store(root.dataset.theme);
      showTheme(button);
    });
    wanted.addEventListener("change", () => showTheme(button));

    if (innerWidth < 896) {
      for (const group of document.querySelectorAll("nav details")) {
        group.open = false;
      }
    }
    const field = document.getElementById("search");
    field.disabled = false;
    waiting = () => show(field.value);
    field.addEventListener("focus", load);
    field.addEventListener("input", () => {
      load();
      show(field.value);
    });
    document.addEventListener("keydown", event => {
      const isTyping = document.activeElement instanceof HTMLInputElement;
      if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        field.focus();
      } else if (event.key === "Escape" && field.value !== "") {
        field.value = "";
        show("");
        field.focus();
      } else {
        step(event, field);
      }
    });
  });
})();
