package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * A script in which agents find, propose, doubt, vote and agree within a few rounds. It reads the prompts of model
 * agents as a model would, and uses nothing else: equal requests have equal answers.
 *
 * <pre>
 *   nothing proposed yet: the proposer proposes, the others publish what they found
 *   something proposed:   the challenger doubts it first; then each votes for what most agree with
 *   voted for it:         nothing to add
 * </pre>
 */
public final class ScriptedDeliberators {

    /** Number of discoveries from which on an agent has to propose. */
    private static final int ENOUGH_FOUND = 4;
    /** Maximum number of characters of the question that are repeated. */
    private static final int TOPIC = 60;
    /** Number of characters that count as one token. */
    private static final int PER_TOKEN = 4;

    private static final Pattern NAME = Pattern.compile("You are (\"(?:[^\"\\\\]|\\\\.)*\")");
    private static final Pattern ID = Pattern.compile("your signals are by (\"(?:[^\"\\\\]|\\\\.)*\")");
    private static final Pattern KINDS = Pattern.compile("You may use these types: ([a-z, ]+)\\.");
    private static final Pattern QUESTION = Pattern.compile("The question, as a JSON text:\n(.*)");

    private static final List<String> FINDINGS = List.of("What counts for %s is how easily a wrong step is undone",
            "Nobody has numbers for %s; two of the three assumptions can be tested in a week",
            "Others who faced %s say that the second half took most of the time",
            "The people who would have to live with %s were not asked yet",
            "The risk in %s sits in one place: where two parts have to change on the same day",
            "Doing nothing about %s has a price too, and it grows every month");
    private static final List<String> SOURCES = List.of("three reports of last year", "the logs of the last month",
            "a talk with those who do the work", "a small calculation", "experience with a case of half the size");
    private static final List<String> ANSWERS = List.of(
            "Take the smallest step that can be taken back, measure for four weeks, then decide on %s",
            "Go ahead with %s in two stages, and stop after the first when its goal is missed",
            "Leave %s as it is for a quarter, and remove the worst obstacle meanwhile");
    private static final List<String> DOUBTS = List.of("Who does the work while the old way still runs?",
            "What happens when the first measurement is bad: is there a way back?",
            "This holds for the usual case, but the largest one is not usual");

    private final FakeRequest request;
    private final String name;
    private final String id;
    private final String prompt;
    private final String topic;

    private ScriptedDeliberators(FakeRequest request) {
        this.request = request;
        this.prompt = lastQuestion(request);
        name = first(NAME, prompt).map(ScriptedDeliberators::unquoted).orElse("somebody");
        id = first(ID, prompt).map(ScriptedDeliberators::unquoted).orElse(name);
        String question = first(QUESTION, prompt).map(ScriptedDeliberators::unquoted).orElse("it");
        topic = '"' + (question.length() > TOPIC ? question.substring(0, TOPIC).strip() + "..." : question) + '"';
    }

    /** The answer of a model; a model that is asked for no signals answers in a sentence. */
    public static FakeAnswer.Says answer(FakeRequest request) {
        return new ScriptedDeliberators(request).answer();
    }

    private FakeAnswer.Says answer() {
        boolean deliberates = request.system().contains("{\"signals\":");
        String reply = deliberates ? JsonText.write(WireJson.object("signals", JsonValue.of(signals()))) : smallTalk();
        FakeAnswer.Says says = FakeAnswer.says(reply).costing(tokens(request.allText()), tokens(reply));
        Double most = request.settings().maxTokens();
        if (most != null && most < tokens(reply)) {
            return says.inPieces(reply.substring(0, Math.min(reply.length(), most.intValue() * PER_TOKEN)))
                    .costing(tokens(request.allText()), most.intValue()).finishing(FakeAnswer.Finish.LENGTH);
        }
        return deliberates ? says.thinking("I am " + name + ", let me see what is new. ") : says;
    }

    private List<JsonValue> signals() {
        if (prompt.contains("your vote is missing")) {
            return prompt.lines().filter(line -> line.startsWith("{\"") && !line.startsWith("{\"signals\""))
                    .map(JsonText::read).map(line -> WireJson.text(line, "proposalId")).filter(id -> !id.isEmpty())
                    .map(id -> vote(id, "It is the last chance to say so.")).toList();
        }
        List<JsonValue> proposals = block("proposals");
        List<JsonValue> own = block("log").stream().filter(this::isOwn).toList();
        List<JsonValue> drafts = new ArrayList<>();
        Optional<JsonValue> leading = proposals.stream().max(Comparator
                .<JsonValue>comparingDouble(ScriptedDeliberators::agreement).thenComparingInt(it -> -place(it)));
        if (leading.isEmpty()) {
            begin(own, drafts);
        } else {
            respond(leading.get(), own, drafts);
        }
        return drafts.stream().filter(signal -> mayUse(WireJson.text(signal, "type"))).toList();
    }

    private void begin(List<JsonValue> own, List<JsonValue> drafts) {
        List<JsonValue> others = block("log").stream().filter(line -> !isOwn(line))
                .filter(line -> WireJson.text(line, "type").equals("discovery")).toList();
        int found = others.size() + count(own, "discovery");
        if (isTo("Propose an answer") || isTo("Merge what was found") || found >= ENOUGH_FOUND) {
            drafts.add(WireJson.object("type", "proposal", "confidence", confidence(), "content", about(ANSWERS, 0),
                    "reasoning", "It keeps the way back open."));
        } else if (isTo("Look for weaknesses") && !others.isEmpty()) {
            drafts.add(doubt(WireJson.text(others.getFirst(), "ref")));
        } else {
            drafts.add(discovery(count(own, "discovery")));
        }
    }

    private void respond(JsonValue leading, List<JsonValue> own, List<JsonValue> drafts) {
        String leader = WireJson.text(leading, "proposalId");
        boolean voted = !WireJson.text(leading, "yours").equals("none");
        boolean doubted = count(own, "doubt") > 0;
        if (isTo("Look for weaknesses") && !doubted && !voted) {
            drafts.add(doubt(leader));
        } else if (!voted) {
            drafts.add(vote(leader, doubted
                    ? "My doubt stands, but nothing better is on the table."
                    : "It is the step that most of what was found speaks for."));
            if (isTo("Examine") && count(own, "discovery") == 0) {
                drafts.add(discovery(0));
            }
        }
    }

    private JsonValue discovery(int nth) {
        return WireJson.object("type", "discovery", "confidence", confidence(), "content", about(FINDINGS, nth),
                "evidence", chosen(SOURCES, nth), "relevance", 0.8, "causalLevel", "correlation");
    }

    private JsonValue doubt(String target) {
        return WireJson.object("type", "doubt", "confidence", confidence(), "target", target, "content",
                chosen(DOUBTS, 0), "severity", "medium");
    }

    private JsonValue vote(String proposalId, String reasoning) {
        return WireJson.object("type", "vote", "confidence", confidence(), "proposalId", proposalId, "stance", "agree",
                "reasoning", reasoning);
    }

    private String smallTalk() {
        return "This is " + request.model() + ", a stand-in for a model. You said: "
                + (prompt.length() > TOPIC ? prompt.substring(0, TOPIC) + "..." : prompt);
    }

    /** The lines between two tags, as JSON; none where the prompt has no such block. */
    private List<JsonValue> block(String tag) {
        int from = prompt.indexOf("<" + tag + ">\n");
        int to = prompt.indexOf("\n</" + tag + ">");
        return from < 0 || to < from
                ? List.of()
                : prompt.substring(from + tag.length() + 3, to).lines().map(JsonText::read).toList();
    }

    private boolean isTo(String instruction) {
        return prompt.contains("Your task: " + instruction);
    }

    /** True unless the prompt lists other types of signals only. */
    private boolean mayUse(String type) {
        return first(KINDS, prompt).map(kinds -> List.of(kinds.split(", ")).contains(type)).orElse(true);
    }

    private boolean isOwn(JsonValue line) {
        return WireJson.text(line, "by").equals(id);
    }

    private static int count(List<JsonValue> lines, String type) {
        return (int) lines.stream().filter(line -> WireJson.text(line, "type").equals(type)).count();
    }

    private static double agreement(JsonValue proposal) {
        Double agree = WireJson.number(proposal, "agree");
        return agree == null ? 0 : agree;
    }

    /** The number in a name; of equal proposals the first leads. */
    private static int place(JsonValue proposal) {
        String digits = WireJson.text(proposal, "proposalId").replaceAll("\\D", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    /** A confidence between 0.6 and 0.9, by name and question. */
    private double confidence() {
        return (60 + number() % 31) / 100.0;
    }

    private String about(List<String> templates, int nth) {
        return String.format(chosen(templates, nth), topic);
    }

    private String chosen(List<String> texts, int nth) {
        return texts.get((number() + nth) % texts.size());
    }

    /** A number that name and question decide. */
    private int number() {
        return Integer.parseInt(RequestHash.of(name + topic).substring(0, 6), 16);
    }

    /** The last message that asks the question; a request to repair a reply comes after it. */
    private static String lastQuestion(FakeRequest request) {
        return request.messages().reversed().stream().map(FakeRequest.Said::text)
                .filter(text -> text.contains("The question, as a JSON text:")).findFirst()
                .orElse(request.lastText());
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static String unquoted(String json) {
        return JsonText.read(json) instanceof JsonValue.Str text ? text.value() : json;
    }

    private static int tokens(String text) {
        return 1 + text.length() / PER_TOKEN;
    }
}
