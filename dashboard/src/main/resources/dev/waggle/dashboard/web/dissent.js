import { useState } from "./preact.js";
import { el, Button, Section } from "./ui.js";
import { hasText, t, tn } from "./words.js";

function Objection({ kind, by, about, text, action }) {
  return el("li.doubt-item", null,
    el("p.small", null, el("strong", null, kind), el("span.quiet", null, ` · ${by}`), about && el("span.quiet", null,
      ` · ${about}`)),
    text ? el("blockquote.words", null, el("bdi", null, text)) : el("p.quiet", null, t("run.noReason")),
    action);
}

function kindWords(kind) {
  const key = `run.dissentKind.${kind}`;
  return hasText(key) ? t(key) : kind;
}

const FEW = 12;

/** The first of many items; a button shows the others. */
function Several({ items, none, children }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, FEW);
  return items.length === 0 ? el("p.quiet", null, none)
    : el("div", null, el("ul.doubt-list", null, shown.map(children)),
      shown.length < items.length && el(Button, { class: "button plain small", onClick: () => setWhole(true) },
        tn("run.moreItems", items.length - shown.length)));
}

/** Dissent from the answer in full, and objections that nobody answered. */
export function Dissent({ view, model, nameOf, onOpen }) {
  const about = (id) => {
    const proposal = view.proposals.find((one) => one.id === id);
    return proposal ? proposal.name : "";
  };
  const open = (row) => (row >= 0 && row < model.count ? el(Button, { class: "button plain small", onClick: () => onOpen(row) }, t("run.openSignal"))
    : null);
  return el(Section, { title: t("run.dissent"), id: "dissent" },
    el("div.columns", null,
      el("div", null, el("h3", null, tn("run.dissentCount", view.dissent.length)),
        el(Several, { items: view.dissent, none: t("run.noDissent") }, (one, index) => el(Objection, { key: index,
          kind: kindWords(one.kind), by: nameOf(one.agentId), about: about(one.about), text: one.text }))),
      el("div", null, el("h3", null, tn("run.openCount", view.openObjections.length)),
        el(Several, { items: view.openObjections, none: t("run.noOpen") }, (one) => el(Objection, { key: one.mark,
          kind: t(`run.type.${one.kind}`), by: nameOf(one.agentId),
          about: one.against >= 0 && one.against < model.count
            ? t("run.against", { agent: model.mark(one.against).agent.name }) : "",
          text: one.text, action: open(one.mark) })))));
}
