package dev.waggle.connect.llm.mess;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.mess.ReplyCorpus.Expectation;
import dev.waggle.connect.llm.mess.ReplyCorpus.ReplyCase;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each case of the corpus as the reply of one agent in a whole solve over HTTP. The signals of the agent must be those
 * that the corpus expects, after as many calls as it allows. A build tries each case on one wire, and the long run on
 * every wire.
 */
class CorpusSolveTest {

    /** Share of the cases that must be as expected; of the hostile ones none may be wrong. */
    private static final double FLOOR = Double.parseDouble(System.getProperty("waggle.corpus.floor", "0.97"));

    /** The reply of the case under way, and the second one. */
    private volatile CorpusScript script = new CorpusScript(FakeAnswer.says(""), FakeAnswer.says(""));

    @Test
    void eachReplyOnOneWireIsReadAsExpected() {
        ReplyCorpus.find().ifPresent(corpus -> requireRead(corpus, 1));
    }

    @Test
    @Tag("long")
    void eachReplyOnEveryWireIsReadAsExpected() {
        ReplyCorpus.find().ifPresent(corpus -> requireRead(corpus, MixedModels.WIRES.size()));
    }

    private void requireRead(ReplyCorpus corpus, int wires) {
        Map<String, List<String>> wrong = new TreeMap<>();
        int tried = 0;
        try (FakeModels server = FakeModels.answering(_ -> script.answer());
                LiveModels models = MixedModels.at(server)) {
            for (int i = 0; i < corpus.cases().size(); i++) {
                for (int k = 0; k < wires; k++) {
                    ReplyCase one = corpus.cases().get(i);
                    WireFormatName wire = MixedModels.WIRES.get((i + k) % MixedModels.WIRES.size());
                    tried++;
                    error(corpus, one, models.catalog().harness(MixedModels.name(wire) + ":fake-fast"))
                            .ifPresent(reason -> wrong
                                    .computeIfAbsent(one.category(), category -> new ArrayList<>())
                                    .add(one.id() + " over " + wire + ": " + reason));
                }
            }
        }
        long failed = wrong.values().stream().mapToLong(List::size).sum();
        Map<String, Integer> byCategory = new TreeMap<>();
        wrong.forEach((category, all) -> byCategory.put(category, all.size()));
        System.out.printf(Locale.ROOT, "replies in whole solves: %d of %d as expected; wrong: %s%n", tried - failed,
                tried, byCategory);
        assertThat((tried - failed) / (double) tried)
                .as(() -> String.join("\n", wrong.values().stream().flatMap(List::stream).toList()))
                .isGreaterThanOrEqualTo(FLOOR);
    }

    /** The difference between what the agent said and what the corpus expects, if there is one. */
    private Optional<String> error(ReplyCorpus corpus, ReplyCase one, Harness model) {
        CorpusScene scene = new CorpusScene(corpus.scene(one));
        Map<String, JsonValue> second = second(corpus, one, scene);
        FakeAnswer.Says bad = FakeAnswer.says("").inPieces(pieces(one.reply())).finishing(one.finish());
        CorpusScript played = new CorpusScript(bad, one.staysBad() ? bad
                : FakeAnswer.says("{\"signals\": [" + JsonText.write(new JsonValue.Obj(second)) + "]}"));
        script = played;
        SwarmResult result;
        try (Swarm swarm = new Swarm(scene.config(corpus.agent(), one.allowed(), new MeteredHarness(model)))) {
            result = swarm.solve(scene.task());
        }
        List<Signal> said = withoutAlternatives(result.signalLog().stream()
                .filter(signal -> signal.source().label().equals(corpus.agent())).toList());
        boolean hasFailed = result.failures().stream().anyMatch(it -> it.agentId().equals(corpus.agent()));
        for (Expectation expected : one.expected()) {
            boolean isAsExpected = switch (expected.outcome()) {
                case "repair" -> played.calls() == 2 && !hasFailed && CorpusScene.isSaid(List.of(second), said);
                case "refused" -> hasFailed && said.stream().noneMatch(CorpusSolveTest::isStatement);
                default -> played.calls() == 1 && !hasFailed && CorpusScene.isSaid(expected.signals(), said);
            };
            if (isAsExpected) {
                return Optional.empty();
            }
        }
        return Optional.of(played.calls() + " calls, " + (hasFailed ? "failed, " : "") + "said "
                + said.stream().map(signal -> signal.type().text()).toList() + ' '
                + said.stream().map(Signal::payload).toList());
    }

    /** The signals without the proposals that the runtime makes of the alternatives in challenges. */
    private static List<Signal> withoutAlternatives(List<Signal> said) {
        Set<String> alternatives = said.stream().map(Signal::payload)
                .filter(Payload.Challenge.class::isInstance)
                .map(challenge -> ((Payload.Challenge) challenge).alternativeProposal()).filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return said.stream().filter(signal -> !(signal.payload() instanceof Payload.Proposal proposal
                && alternatives.contains(proposal.content()))).toList();
    }

    private static boolean isStatement(Signal signal) {
        return !signal.type().text().equals("agent:error");
    }

    /** The second reply: a discovery where the agent may say one, else a vote on the first proposal. */
    private static Map<String, JsonValue> second(ReplyCorpus corpus, ReplyCase one, CorpusScene scene) {
        if (one.allowed().contains("discovery")) {
            return ReplyCorpus.fields(corpus.second("discovery"));
        }
        Map<String, JsonValue> vote = new LinkedHashMap<>(ReplyCorpus.fields(corpus.second("vote")));
        vote.put("proposalId", JsonValue.of(scene.firstProposal()));
        return vote;
    }

    /** The text in a few pieces, so that each wire streams it. */
    private static String[] pieces(String text) {
        int middle = text.length() / 2;
        boolean splitsCharacter = middle > 0 && Character.isHighSurrogate(text.charAt(middle - 1));
        return text.isEmpty() || splitsCharacter
                ? new String[] {text}
                : new String[] {text.substring(0, middle), text.substring(middle)};
    }

    /** Replies to one agent: the first to its first request, the second to every other one. */
    private static final class CorpusScript {

        private final FakeAnswer.Says first;
        private final FakeAnswer.Says second;
        private int calls;

        CorpusScript(FakeAnswer.Says first, FakeAnswer.Says second) {
            this.first = first;
            this.second = second;
        }

        synchronized FakeAnswer answer() {
            calls++;
            return calls == 1 ? first : second;
        }

        synchronized int calls() {
            return calls;
        }
    }
}
