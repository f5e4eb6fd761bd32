import { useState } from "./preact.js";
import { post } from "./api.js";
import { el, Button, Field, PageHead, Problem } from "./ui.js";
import { t } from "./words.js";

/** What a browser without a session, or whose session has ended, sees: how to get an address, and a field for a token. */
export function Login({ isAgain, onLogin }) {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState(null);
  const [isWorking, setWorking] = useState(false);

  async function login(event) {
    event.preventDefault();
    setWorking(true);
    setProblem(null);
    try {
      await post("/v1/login", undefined, { headers: { Authorization: `Bearer ${token.trim()}` } });
      setToken("");
      onLogin();
    } catch (failed) {
      setProblem(failed);
      setWorking(false);
    }
  }
  return el("div.login", null,
    el(PageHead, { title: t("login.title"), lead: isAgain ? undefined : t("login.lead") }),
    isAgain && el("p.note", { role: "alert" }, t("login.again")),
    el("div.columns", null,
      el("form.card.stack", { onSubmit: login },
        el("h2", null, t("login.byToken")),
        el(Field, { label: t("login.token"), hint: t("login.tokenHint") }, (ids) => el("input.mono", { ...ids,
          type: "password", name: "token", autocomplete: "off", spellcheck: false, required: true, value: token,
          onInput: (event) => setToken(event.target.value) })),
        problem && el(Problem, { problem }),
        el("div.actions", null, el(Button, { type: "submit", kind: "main", disabled: isWorking || !token.trim() },
          t(isWorking ? "login.working" : "login.go")))),
      el("section.card.stack", { "aria-labelledby": "login-here" },
        el("h2", { id: "login-here" }, t("login.here")),
        el("p", null, t("login.hereWords")),
        el("pre.data", { tabindex: 0 }, el("code", null, t("login.serve"))),
        el("p", null, t("login.makeToken")),
        el("pre.data", { tabindex: 0 }, el("code", null, t("login.create"))),
        el("p.quiet.small", null, t("login.seat")))));
}
