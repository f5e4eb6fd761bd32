package dev.waggle.journal.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.log.LogEntry;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import static dev.waggle.journal.schema.SchemaFiles.array;
import static dev.waggle.journal.schema.SchemaFiles.described;
import static dev.waggle.journal.schema.SchemaFiles.node;
import static dev.waggle.journal.schema.SchemaFiles.ref;
import static dev.waggle.journal.schema.SchemaFiles.when;

/**
 * Events and results of a solve, as the module swarm writes them. This module does not know them; tests of the command
 * compare the words and the fields with those of the program.
 */
final class EventSchemas {

    private static final String RESULT = "result";
    private static final String EVENT = "event";
    private static final String STATE_CHANGED = "^state:[\\s\\S]*:changed(?![\\s\\S])";

    private static final List<String> ENDINGS = List.of("consensus", "max-rounds", "max-signals", "timeout", "silence",
            "no-votes", "failure", "budget", "cancelled", "escalated", "stalled", "oscillating", "suspended",
            "algedonic-emergency",
            "free-energy-converged",
            "learning-stalled", "entropy-converged", "information-gain-exhausted", "cycle-detected",
            "cusum-change-detected", "secretary-threshold", "surprise-collapsed", "chaos-critical",
            "fragmentation-predicted");
    private static final List<
            String> REFUSALS = List.of("same-proposal", "name-taken", "not-allowed", "votes-only", "limit",
                    "share", "expired", "duplicate-id", "unwritable");

    private final RecordSchemas records;
    private final FormSchemas.Adder adder;

    EventSchemas(RecordSchemas records, FormSchemas.Adder adder) {
        this.records = records;
        this.adder = adder;
    }

    void addAll() {
        event();
        result();
    }

    private void event() {
        Map<String, ObjectNode> types = types();
        ObjectNode event = adder.add(EVENT, "An event of a solve",
                "One step of a solve, as waggle solve --events prints it: its type says which other fields it has.");
        event.put("type", "object");
        array(event, "required", List.of("type"));
        ObjectNode properties = event.putObject("properties");
        ArrayNode kinds = properties.putObject("type").put("description", "the kind of event").putArray("anyOf");
        ObjectNode words = kinds.addObject();
        array(words, "enum", Stream.concat(types.keySet().stream(), facts().stream()).distinct().toList());
        kinds.addObject().put("type", "string").put("pattern", STATE_CHANGED);
        properties.set("run", described(RecordRules.name(), "the id of the solve"));
        ArrayNode branches = event.putArray("allOf");
        types.forEach((type, fields) -> {
            ObjectNode branch = branches.addObject();
            ObjectNode is = when("type", type);
            if (facts().contains(type)) {
                is.putObject("not").putArray("required").add("fact");
            }
            branch.set("if", is);
            branch.set("then", withHead(fields));
        });
        ObjectNode fact = branches.addObject();
        ObjectNode isFact = fact.putObject("if");
        ArrayNode either = isFact.putArray("anyOf");
        facts().stream().filter(type -> !types.containsKey(type)).forEach(type -> either.add(when("type", type)));
        ObjectNode changed = either.addObject();
        changed.putObject("properties").putObject("type").put("type", "string").put("pattern", STATE_CHANGED);
        array(changed, "required", List.of("type"));
        either.addObject().putArray("required").add("fact");
        fact.set("then", withHead(object("fact", signal("the entry of the log"))));
    }

    /** Types of steps in the life of a solve, besides those of changed states. */
    private static List<String> facts() {
        return List.of("workflow:start", "workflow:end", "agent:activated", "agent:skipped", "evolution:spawned",
                "evolution:dissolved");
    }

    /** The fields of each type of event. */
    private Map<String, ObjectNode> types() {
        Map<String, ObjectNode> types = new LinkedHashMap<>();
        types.put("solve:start", object("task", text("the question"), "context?", text("background for the agents"),
                "title?", text("a headline for people")));
        types.put("round:start", object("round", count("the round, from 1")));
        types.put("inbox:read", object("agentId", agent(), "round", count("the round, from 1"),
                "items", list(object("entry", ref("entry"), "patterns", texts("the patterns that match it"),
                        "silent", flag("whether it is context only")))));
        types.put("agent:reacted", object("reaction", object("agentId", agent(), "round", count("the round, from 1"),
                "inResponseTo", texts("the ids of the signals that caused the turn"),
                "signals", list(ref("envelope")), "processingTimeMs", count("how long the turn took"))));
        types.put("signal:emitted", object("signal", signal("the signal that the log took")));
        types.put("signal:delivered", object("signal", signal("the signal"), "targetAgentId", agent()));
        types.put("signal:expired", object("signal", signal("the signal whose lifetime is over")));
        types.put("signal:refused", object("signal", signal("the signal that the log refused"),
                "reason", enumeration(REFUSALS)));
        types.put("consensus:check", object("result", defined("consensus")));
        types.put("consensus:reached", object("result", defined("consensus")));
        types.put("consensus:failed", object("result", defined("consensus"), "reason", enumeration(List.of(
                "no-proposals", "insufficient-voters", "no-majority", "timeout", "escalated", "not-approved"))));
        types.put("math:round-analysis", analysis());
        types.put("round:end", object("round", count("the round, from 1"),
                "signalCount", count("the signals of agents that the log took in it")));
        types.put("advisor:action", object("advice", advice()));
        types.put("topology:updated", object("neighbors", neighbors(), "reason", text("why, for people")));
        types.put("conflict:detected", object("conflict", object("signalA", signal("the earlier proposal"),
                "signalB", signal("the later one"), "detectedAt", time("when it was detected"))));
        types.put("proposal:submitted", object("proposal", object("proposalId", text("the id that votes refer to"),
                "content", text("the answer"), "reasoning", text("the case for it; may be empty"), "agentId", agent(),
                "signalId", text("the signal that proposed it"), "confidence", share("the confidence of its author"),
                "timestamp", time("when it was proposed"))));
        ObjectNode vote = vote();
        vote.withObject("properties").set("causalLevel", described(
                (ObjectNode) records.properties(Grading.class).get("causalLevel"), "the rung that the voter stated"));
        vote.withObject("properties").set("timestamp", time("when it was cast"));
        ((ArrayNode) vote.get("required")).add("timestamp");
        types.put("vote:cast", object("vote", vote));
        types.put("debate:start", object("proposalA", text("the id of one"), "proposalB", text("the id of the other")));
        types.put("debate:round", object("round", count("the round of the debate, from 1"),
                "posteriors", mapOf(shareOrNull(), "by proposal, the probability that it is the better one")));
        types.put("debate:end", object("result", defined("debate")));
        types.put("evolution:spawned", object("agentId", agent(), "domain", text("the gap that it is to fill"),
                "reason", text("why, for people")));
        types.put("evolution:dissolved", object("agentId", agent(), "reason", text("why, for people")));
        types.put("synthesis:start", object());
        types.put("synthesis:complete", object("answer", text("the answer as it was written")));
        types.put("agent:error", object("agentId", agent(), "round", count("the round; 0 before the first"),
                "signalIds", texts("the signals that it was to answer"), "context", text("where it failed"),
                "error", text("what failed")));
        types.put("tool:called", object("agentId", agent(), "toolName", text("the tool"),
                "durationMs", count("how long it took"), "isError", flag("whether it failed")));
        for (String type : Stream.concat(HarnessSignals.ALL.stream().map(SignalType::text),
                Stream.of("harness:signal")).toList()) {
            types.put(type, object("agentId", agent(), "signal", signal("the signal of the harness")));
        }
        types.put("seat:asked", object("request", seatRequest()));
        types.put("seat:answered", object("answer", object("run", text("the id of the solve"), "seat", agent(),
                "round", count("the round"), "turn", count("the turn of the seat, from 1"),
                "by", text("the person or program that answered"), "at", time("when the answer arrived"),
                "lines", texts("the acts of the person"))));
        types.put("seat:expired", object("seat", agent(), "round", count("the round"),
                "turn", count("the turn of the seat, from 1"), "deadline", text("ISO-8601 date of the deadline")));
        types.put("solve:complete", object("result", ref(RESULT)));
        types.put("solve:suspended", object("result", ref(RESULT)));
        return types;
    }

    /** Request to a person who answers later. */
    private ObjectNode seatRequest() {
        return object("run", text("the id of the solve"), "seat", agent(), "round", count("the round"),
                "turn", count("the turn of the seat, from 1"), "question", text("the question of the solve"),
                "context?", text("background of the question"), "deadline", text("ISO-8601 date of the deadline"),
                "occasion", enumeration(List.of("round", "debate", "closing")),
                "about?", texts("the ids of the proposals of a debate or a closing turn"),
                "news", list(object("name", text("the name that an answer may use"), "signal", signal("the signal"))),
                "inbox", list(ref("envelope")));
    }

    private ObjectNode analysis() {
        return object("round", count("the round, from 1"), "entropy", numberOrNull("uncertainty over proposals, bits"),
                "normalizedEntropy", numberOrNull("its share of the largest possible, 0..1"),
                "informationGain", numberOrNull("its fall in this round, bits; below 0 when it rose"),
                "findings", list(defined("finding")), "stop", orNull(defined("finding"), "the reason to stop now"),
                "withheldStop", orNull(defined("finding"), "the reason that would stop now if math.stops had it"),
                "challenge", orNull(object("proposalId", text("the proposal to challenge"),
                        "because", text("why, for people")), "the requested challenge"),
                "controls", object("shouldInjectChallenge", flag("whether a lens asks for a challenge"),
                        "challengeTarget", textOrNull("the proposal to challenge"),
                        "phase", enumeration(List.of("ordered", "critical", "disordered")),
                        "attentionWeights", mapOf(numberOrNull("1 is neutral"), "by agent; 1 where it is absent"),
                        "explorationMultiplier", numberOrNull("advised variety; 1 is neutral; a reading that"
                                + " steers nothing"),
                        "freeEnergyAction", enumeration(List.of("explore", "exploit", "challenge", "stop"))
                                .put("description", "advice of the free energy; a reading that steers nothing"),
                        "learningHealth", enumeration(List.of("excellent", "good", "slow", "stalled", "diverging"))
                                .put("description", "quality of the learning; a reading that steers nothing")));
    }

    private ObjectNode advice() {
        ObjectNode advice = node().put("type", "object");
        array(advice, "required", List.of("type", "reason"));
        Map<String, ObjectNode> kinds = new LinkedHashMap<>();
        ObjectNode requested = node().put("type", "object").put("description",
                "the requested signal, without id and time");
        array(requested, "required", List.of("type", "source", "data"));
        requested.putObject("properties").set("type", RecordRules.name());
        requested.withObject("properties").set("source", ref("part/source"));
        kinds.put("inject-signal", object("type", text("the kind of advice"), "signal", requested,
                "reason", text("why, for people")));
        kinds.put("disable-agent", object("type", text("the kind of advice"), "agentId", agent(),
                "reason", text("why, for people")));
        kinds.put("update-topology", object("type", text("the kind of advice"), "neighbors", neighbors(),
                "reason", text("why, for people")));
        array(advice.putObject("properties").putObject("type"), "enum", List.copyOf(kinds.keySet()));
        ArrayNode branches = advice.putArray("allOf");
        kinds.forEach((kind, fields) -> {
            ObjectNode branch = branches.addObject();
            branch.set("if", when("type", kind));
            branch.set("then", fields);
        });
        return advice;
    }

    private void result() {
        ObjectNode result = adder.add(RESULT, "The result of a solve",
                "As waggle solve --json prints it. The event solve:complete and a server omit the fields of the whole"
                        + " result.");
        result.setAll(object("solveId", text("the run that entries of the log name"),
                "answer", text("the written answer, else the decision, else a sentence that says there is none"),
                "decision", textOrNull("the content of the winning proposal"),
                "confidence", share("the probability that the leading proposal is right; 0 if nothing leads"),
                "confidenceBasis", text("assumed, calibrated on or learned from n outcomes, or agreement for a log of"
                        + " before loop 4"),
                "confidenceInterval", list(share("the low and the high end of the probability")),
                "agreement", share("the agreement with the decision by the strategy; 0 without one"),
                "decided", flag("whether the votes decide"), "ending", enumeration(ENDINGS),
                "endingDetail", text("the reason of the end, with figures"), "roundsUsed", count("the rounds that ran"),
                "totalMs", count("milliseconds from the task to the result"), "replies?", replies(),
                "sparedTurns?", count("the turns that adaptive effort did not take; absent without any"),
                "openSeats?", list(seatRequest()), "cost", cost(),
                "consensus", defined("consensus"), "contributions", list(object(
                        "agentId", agent(), "signalsEmitted", count("all its signals"),
                        "proposalsMade", count("proposals among them"),
                        "challengesMade", count("challenges among them"), "votesCast", count("votes among them"),
                        "avgConfidence", share("the mean of its stated confidences"))),
                "unheard", count("the agents without a signal"), "signals", count("the signals of the log"),
                "conflicts", list(pair()), "resolvedConflicts",
                list(pair()), "debates", list(defined("debate")), "refusals", list(object(
                        "signalId", text("the signal"), "agentId", text("its emitter"), "type", text("its type"),
                        "reason", enumeration(REFUSALS))),
                "failures", list(object("agentId", agent(), "round", count("the round; 0 before the first"),
                        "context", text("where it failed"), "message", text("what failed"))),
                "mathAnalysis", mathAnalysis(), "findings", list(defined("finding"))));
        WholeResultSchema.addTo(result, advice());
        ObjectNode parts = result.putObject("$defs");
        ObjectNode consensus = object("strategy", text("the id of the strategy"),
                "decided", flag("whether the votes decide"),
                "decision", textOrNull("the content of the winning proposal"),
                "leader", textOrNull("the id of the leading proposal"),
                "confidence", share("the agreement, by its earlier name"),
                "agreement", share("the agreement with the leader by the strategy, which the threshold decides on"),
                "estimate", object("probability", share("the probability that the leader is right"),
                        "interval", list(share("its low and its high end")), "basis", text("what it rests on")),
                "reasoning", text("one sentence for people"), "standings", list(object(
                        "proposalId", text("the proposal"), "content", text("the answer"),
                        "author", text("who proposed it"), "probability?",
                        share("the probability that it is right"), "share", share("its part of all agreeing weight"),
                        "weightRatio", share("agreeing weight over all weight on it"),
                        "agreeVoters", count("the agents that agree"), "allVoters", count("the agents that voted"),
                        "figure", share("the strategy's own figure of it"))),
                "votingRecord", list(vote()), "dissent", list(object(
                        "kind", enumeration(List.of("vote", "challenge", "doubt", "rival")), "agentId", agent(),
                        "text", text("the reason, the argument or the content; may be empty"),
                        "about", text("the proposal or signal"))),
                "rejectedVotes", count("votes about unknown proposals"));
        consensus.withObject("properties").set("approval", object(
                "withheld", flag("whether only an approval or a veto prevents the decision"),
                "approvedBy", list(agent()), "missing", list(agent()),
                "vetoes", list(object("proposalId", text("the blocked proposal"), "agentId", agent(),
                        "reasoning", text("the reason of the vetoer; may be empty")))));
        parts.set("consensus", consensus);
        parts.set("debate", object("proposalA", text("the id of one"), "proposalB", text("the id of the other"),
                "resolved", flag("whether one won"), "winner", textOrNull("its id"),
                "confidence", share("the probability that the winner is the better one; 0 without a winner"),
                "roundsUsed", count("the rounds of the debate"), "signals", count("its signals")));
        parts.set("finding", finding());
        parts.set("spent", object(spentFields()));
    }

    private static ObjectNode replies() {
        ObjectNode counts = node().put("type", "integer").put("minimum", 1);
        return mapOf(object("answers", positiveCount("answers that were read as replies"),
                "mended", count("answers with a correction of their form"),
                "repairs", count("answers after which the model was asked once more"),
                "refused", count("answers with which a turn failed"),
                "mends", mapOf(counts, "corrections by cause"), "drops",
                mapOf(counts.deepCopy(), "omitted parts by kind")),
                "the answers of models that were read as replies, by model; absent without any");
    }

    private static ObjectNode cost() {
        ObjectNode cost = object(spentFields());
        cost.withObject("properties").set("byPayer", mapOf(defined("spent"),
                "by agent or part of the runtime"));
        ((ArrayNode) cost.get("required")).add("byPayer");
        return cost;
    }

    private static Object[] spentFields() {
        return new Object[] {"tokens", count("all that was charged"), "estimatedUsd", amount("by the price table"),
            "calls", count("calls of models, failed ones too"), "inputTokens", count("tokens read"),
            "outputTokens", count("tokens written"), "estimatedCalls", count("calls with estimated tokens"),
            "cachedInputTokens?", positiveCount("tokens of the input that were read from caches of providers"),
            "cacheWriteTokens?", positiveCount("tokens of the input that were written to caches of providers"),
            "reasoningTokens?", positiveCount("tokens of the output that were thinking"),
            "unpricedCalls?",
            positiveCount("calls without a known price, so that their part of estimatedUsd is a guess"),
            "savedUsd?", node().put("type", "number")
                    .put("description", "money that caches of providers saved, by the price table")};
    }

    private static ObjectNode mathAnalysis() {
        ObjectNode analysis = object("stoppingReason", textOrNull("why mathematics stopped the solve"),
                "withheldStop", textOrNull("why it would have stopped the solve first if math.stops had that reason"),
                "absent", mapOf(text("why"), "lenses without a reading, by their fields"));
        analysis.putObject("additionalProperties").put("type", "object").put("description",
                "the figures of a lens by the field that it has");
        return analysis.put("description", "the last reading of every lens");
    }

    private static ObjectNode finding() {
        return object("round", count("the round, from 1"), "lens", text("the name of the lens"),
                "finding", enumeration(List.of("settle", "provoke", "weigh", "prune", "gap", "rewire", "failed")),
                "reason?", text("settle: the reason to stop"), "proposalId?", textOrNull("provoke: what to challenge"),
                "weights?", mapOf(amount("above 0"), "weigh: by agent"), "agents?", texts("prune, rewire: which"),
                "role?", text("gap: the missing role"), "urgency?", share("gap: how much it is missed"),
                "change?", text("rewire: connect or separate"), "because", text("why, with figures"));
    }

    private ObjectNode vote() {
        return object("agentId", agent(), "proposalId", text("what it is about"),
                "stance", enumeration(List.of("agree", "disagree", "abstain")),
                "weight", records.properties(Payload.Vote.class).get("weight"),
                "reasoning", textOrNull("the reason"), "signalId", text("the signal that cast it"));
    }

    /** A part of a result that events have too. */
    private static ObjectNode defined(String part) {
        return node().put("$ref", SchemaCatalog.ID_PREFIX + RESULT + "#/$defs/" + part);
    }

    static ObjectNode neighbors() {
        return mapOf(texts("the authors"), "by receiver, the agents whose signals it gets; others get all");
    }

    private ObjectNode time(String description) {
        return described((ObjectNode) records.properties(LogEntry.class).get("recordedAt"), description);
    }

    /** The fields beside the type and the run of every event. */
    private static ObjectNode withHead(ObjectNode fields) {
        ObjectNode all = node();
        all.put("type", true).put("run", true);
        all.setAll((ObjectNode) fields.get("properties"));
        fields.set("properties", all);
        fields.remove("type");
        return fields;
    }

    private static ObjectNode signal(String description) {
        return described(ref("envelope"), description);
    }

    private static ObjectNode pair() {
        ObjectNode pair = list(node().put("type", "string"));
        return pair.put("minItems", 2).put("maxItems", 2).put("description", "the ids of the two signals");
    }

    /**
     * An object with these fields and no others.
     *
     * @param pairs name and schema in turn; a name that ends in ? may be absent
     */
    static ObjectNode object(Object... pairs) {
        ObjectNode object = node().put("type", "object");
        ArrayNode required = object.putArray("required");
        ObjectNode properties = object.putObject("properties");
        for (int i = 0; i < pairs.length; i += 2) {
            String name = (String) pairs[i];
            if (!name.endsWith("?")) {
                required.add(name);
            }
            properties.set(name.replace("?", ""), (ObjectNode) pairs[i + 1]);
        }
        return object.put("additionalProperties", false);
    }

    static ObjectNode list(ObjectNode item) {
        ObjectNode list = node().put("type", "array");
        list.set("items", item);
        return list;
    }

    private static ObjectNode mapOf(ObjectNode value, String description) {
        ObjectNode map = node().put("type", "object").put("description", description);
        map.set("additionalProperties", value);
        return map;
    }

    private static ObjectNode orNull(ObjectNode value, String description) {
        ObjectNode either = node().put("description", description);
        either.putArray("anyOf").add(value).add(node().put("type", "null"));
        return either;
    }

    static ObjectNode enumeration(List<String> words) {
        ObjectNode enumeration = node();
        array(enumeration, "enum", words);
        return enumeration;
    }

    static ObjectNode agent() {
        return text("the id of the agent");
    }

    static ObjectNode texts(String description) {
        return described(list(node().put("type", "string")), description);
    }

    static ObjectNode text(String description) {
        return node().put("type", "string").put("description", description);
    }

    private static ObjectNode textOrNull(String description) {
        ObjectNode text = node();
        array(text, "type", List.of("string", "null"));
        return text.put("description", description);
    }

    static ObjectNode flag(String description) {
        return node().put("type", "boolean").put("description", description);
    }

    static ObjectNode count(String description) {
        return node().put("type", "integer").put("minimum", 0).put("description", description);
    }

    private static ObjectNode positiveCount(String description) {
        return count(description).put("minimum", 1);
    }

    private static ObjectNode amount(String description) {
        return node().put("type", "number").put("minimum", 0).put("description", description);
    }

    static ObjectNode share(String description) {
        return amount(description).put("maximum", 1);
    }

    private static ObjectNode shareOrNull() {
        return numberOrNull("0..1").put("minimum", 0).put("maximum", 1);
    }

    private static ObjectNode numberOrNull(String description) {
        ObjectNode number = node();
        array(number, "type", List.of("number", "null"));
        return number.put("description", description);
    }
}
