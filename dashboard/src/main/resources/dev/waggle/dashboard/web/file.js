import { render } from "./preact.js";
import { moment } from "./format.js";
import { offlineSource } from "./offline.js";
import { Run } from "./run.js";
import { el } from "./ui.js";
import { t } from "./words.js";

/** Shows the run whose data stand in the document. */
function start() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const main = document.getElementById("main");
  document.getElementById("note").textContent = t("offline.written", { time: moment(data.written) });
  main.replaceChildren();
  render(el(Run, { source: offlineSource(data) }), main);
}

start();
