import { Fragment, h, render, useEffect, useState } from "./preact.js";
import { get } from "./api.js";
import { el, Button } from "./ui.js";
import { t } from "./words.js";
import { Compare } from "./compare.js";
import { New } from "./new.js";
import { RunPage } from "./run-page.js";
import { Runs } from "./runs.js";
import { Seat, Seats } from "./seat.js";
import { Inboxes } from "./inboxes.js";
import { Log } from "./log.js";
import { Login } from "./login.js";
import { Memory } from "./memory.js";
import { Reputation } from "./reputation.js";
import { Signals } from "./signals.js";
import { Threads } from "./threads.js";

/** The pages by the names that the shell gives. Each gets what its address names. */
const PAGES = {
  inboxes: Inboxes,
  log: Log,
  memory: Memory,
  reputation: Reputation,
  run: RunPage,
  runs: Runs,
  new: New,
  compare: Compare,
  seats: Seats,
  seat: Seat,
  signals: Signals,
  threads: Threads,
};

/** Pages that a link opens, without a session. */
const OPEN = ["seat"];

const THEMES = ["system", "light", "dark"];

function storedTheme() {
  try {
    return localStorage.getItem("waggle-theme") || "system";
  } catch (_) {
    return "system";
  }
}

function applyTheme(theme) {
  if (theme === "system") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  try {
    localStorage.setItem("waggle-theme", theme);
  } catch (_) {
    // It holds for this page only.
  }
  document.dispatchEvent(new CustomEvent("waggle-theme"));
}

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme());
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  return el(Button, { class: "button plain small theme", "aria-label": t("app.themeChange", {
    theme: t(`app.theme.${theme}`), next: t(`app.theme.${next}`) }), onClick: () => {
    applyTheme(next);
    setTheme(next);
  } }, t(`app.theme.${theme}`));
}

/** Word in the bar of a demo: its people are recorded. */
function DemoBadge() {
  const [isDemo, setDemo] = useState(false);
  useEffect(() => {
    get("/v1/deliberations").then((list) => setDemo(list.items.length > 0), () => setDemo(false));
  }, []);
  return isDemo ? el("span.tag", { title: t("app.demoHint") }, t("app.demo"),
    el("span.hidden", null, `: ${t("app.demoHint")}`)) : null;
}

/** False if the browser has no session and needs one. A server that does not answer is the page's matter. */
async function isAdmitted(page) {
  try {
    return OPEN.includes(page) || (await get("/v1/caller")).authenticated;
  } catch (_) {
    return true;
  }
}

async function start() {
  const main = document.getElementById("main");
  const name = document.body.dataset.page;
  render(h(Fragment, null, h(DemoBadge), h(ThemeButton)), document.getElementById("tools"));
  const here = document.querySelector(".bar [aria-current]");
  if (here) {
    here.scrollIntoView({ block: "nearest", inline: "center" });
  }
  const isOpen = await isAdmitted(name);
  main.replaceChildren();
  const login = (isAgain) => render(h(Login, { isAgain, onLogin: () => location.reload() }), main);
  if (!isOpen) {
    login(false);
    return;
  }
  render(h(PAGES[name], { argument: document.body.dataset.argument }), main);
  if (!OPEN.includes(name)) {
    document.addEventListener("waggle-login", () => login(true));
  }
}

start();
