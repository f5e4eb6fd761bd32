package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonMutants;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.ReplyReading;
import dev.waggle.swarm.agent.SeatRequest.OccasionKind;
import dev.waggle.swarm.agent.SeatRequest.SeatOccasion;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.call.TurnAnswer;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.agent.seat.SeatFacts.SeatReply;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.call.BudgetLedger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The law of a strict reader: what it accepts it would write back to the same JSON. A reader that fills in a default
 * for a field that is missing, or of another kind, breaks it.
 */
class MutatedFactsTest {

    private static final Emission CRITIC = new Emission("critic", 2);
    private static final SeatTurn SEAT = new SeatTurn("run-1", "maya", 3, 2);
    private static final Instant DEADLINE = Instant.parse("2026-03-04T12:00:00Z");
    private static final Stamp STAMP = new Stamp("sig-1", new Source.System(), Instant.EPOCH, Scope.NONE);
    private static final WorkResult.WorkCost COST = new WorkResult.WorkCost(List.of(
            new BudgetLedger.Payment("critic", "ollama:x", new TokenUsage(10, 2.5, 12.5), false),
            new BudgetLedger.Payment("tools", "anthropic:y", new TokenUsage(1, 1, 2), true),
            new BudgetLedger.Payment("tools", "anthropic:y", new TokenUsage(9, 4, 13, 3, 2, 1), false),
            new BudgetLedger.Payment("tools", "lab:z", new TokenUsage(9, 4, 13, 3, 2, 1), false,
                    Optional.of(new Price(1, 2.5, 0.5, 1.25, null)))),
            true);

    private static final List<ReplyReading> READINGS = List.of(
            new ReplyReading("ollama:x", ReplyReading.Outcome.REPAIR, List.of(),
                    List.of(new ReplyReading.Note("unreadable", "the reply is empty"))),
            new ReplyReading("ollama:x", ReplyReading.Outcome.PARTIAL,
                    List.of(new ReplyReading.Note("number", "confidence \"85%\" is 0.85"),
                            new ReplyReading.Note("around", "a fence")),
                    List.of(new ReplyReading.Note("bad", "signals[1]: no stance"))),
            new ReplyReading("ollama:y", ReplyReading.Outcome.OK, List.of(), List.of()));

    static Stream<Arguments> facts() {
        return Stream.of(
                Arguments.of("turn:taken",
                        WorkFacts.body(CRITIC, new WorkResult(
                                new CallOutcome.Answered<>(DraftJson.of(drafts()), Duration.ofNanos(7)), List.of(),
                                COST, READINGS)),
                        rewriting(MutatedFactsTest::workOf)),
                Arguments.of("turn:taken, failed",
                        WorkFacts.body(CRITIC, new WorkResult(new CallOutcome.Failed<>("it was tired"), List.of(), COST,
                                List.of())),
                        rewriting(MutatedFactsTest::workOf)),
                Arguments.of("turn:taken, failed for good",
                        WorkFacts.body(CRITIC, new WorkResult(new CallOutcome.Failed<>("no such model", true),
                                List.of(), COST, List.of())),
                        rewriting(MutatedFactsTest::workOf)),
                Arguments.of("turn:taken, deferred",
                        WorkFacts.body(CRITIC, new WorkResult(new CallOutcome.Answered<>(
                                DraftJson.ofAnswer(new TurnAnswer.Deferred("not now")), Duration.ofNanos(7)), List.of(),
                                COST, List.of())),
                        rewriting(MutatedFactsTest::workOf)),
                Arguments.of("inbox:dead", InboxFacts.dead(new InboxFacts.DeadMail("critic", List.of("sig-1", "sig-2"),
                        List.of(new InboxFacts.DeadItem(7, "sig-3")), 3, "it was tired")),
                        rewriting(fact -> InboxFacts.dead(InboxFacts.readDead(fact)))),
                Arguments.of("closing:called", CallFacts.closing(3, List.of("critic", "scout")),
                        rewriting(fact -> CallFacts.closing(FactBody.of(fact).int32("round"),
                                CallFacts.readClosing(FactBody.of(fact))))),
                Arguments.of("cost:late", WorkFacts.latePayments(COST.payments()),
                        rewriting(fact -> WorkFacts
                                .latePayments(WorkFacts.readCost(FactBody.of(fact)).payments()))),
                Arguments.of("agent:joined", JoinFacts.body("critic", new JoinFacts.JoinedAgent(true, true)),
                        rewriting(fact -> JoinFacts.body(FactBody.of(fact).text("agent"),
                                JoinFacts.read(FactBody.of(fact))))),
                Arguments.of("agent:joined, at once", JoinFacts.body("critic", new JoinFacts.JoinedAgent(true, false)),
                        rewriting(fact -> JoinFacts.body(FactBody.of(fact).text("agent"),
                                JoinFacts.read(FactBody.of(fact))))),
                Arguments.of("seat:asked", SeatFacts.asked(new SeatFacts.AskedSeat(SEAT, DEADLINE,
                        new SeatOccasion(OccasionKind.DEBATE, List.of("p1", "p2")), List.of("sig-1"),
                        List.of("sig-1", "sig-2"))),
                        rewriting(fact -> SeatFacts.asked(SeatFacts.readAsked(FactBody.of(fact))))),
                Arguments.of("seat:answered", SeatFacts.body(new SeatReply.Answered(
                        new SeatAnswer(SEAT, "Maya", DEADLINE.minusMillis(1), List.of("say yes", "pass")))),
                        rewriting(fact -> SeatFacts.body(SeatFacts.readReply(SeatFacts.ANSWERED, FactBody.of(fact))))),
                Arguments.of("seat:expired", SeatFacts.body(new SeatReply.Expired(SEAT, DEADLINE)),
                        rewriting(fact -> SeatFacts.body(SeatFacts.readReply(SeatFacts.EXPIRED, FactBody.of(fact))))),
                Arguments.of("inbox:read", InboxFacts.read(CRITIC, items()),
                        rewriting(fact -> InboxFacts.read(new Emission(FactBody.of(fact).text("agentId"),
                                FactBody.of(fact).int32("invocation")), InboxFacts.items(fact)))),
                Arguments.of("round:called", CallFacts.body(3, List.of(
                        new CallFacts.CalledAgent("critic", CallFacts.CallReason.MAIL, Optional.empty()),
                        new CallFacts.CalledAgent("scout", CallFacts.CallReason.FAILURE, Optional.of("it hung")))),
                        rewriting(fact -> {
                            CallFacts.RoundCalls calls = CallFacts.read(FactBody.of(fact));
                            return CallFacts.body(calls.round(), List.copyOf(calls.called().values()));
                        })),
                Arguments.of("run:stopping", StopFacts.body("budget", 7), rewriting(fact -> {
                    StopFacts.ExternalStop stop = StopFacts.read(FactBody.of(fact));
                    return StopFacts.body(stop.reason(), stop.look());
                })),
                Arguments.of("run:closed", body(RunFacts.closed(STAMP, "run-1",
                        new RunFacts.Closed("consensus", true, 0.75, 0.9, "assumed", 3,
                                Duration.ofNanos(1_234_567_890), 4))),
                        rewriting(fact -> body(RunFacts.closed(STAMP, FactBody.of(fact).text("run"),
                                RunFacts.readClosed(fact))))),
                Arguments.of("journal:refused",
                        body(RefusalFacts.fact(STAMP, Samples.oneOfEach().getFirst(), CRITIC, "too large")),
                        rewriting(fact -> body(refusalAgain(RefusalFacts.read(fact))))),
                Arguments.of("call:sent", new SentCall(CRITIC, "7f", "ollama:x", 12.5,
                        Optional.of(new Price(1, 2.5, 0.5, null, 4.0))).body(),
                        rewriting(fact -> SentCall.read(FactBody.of(fact)).body())),
                Arguments.of("call:answered", new StoredCall(CRITIC, "7f", JsonValue.of("done")).body(),
                        rewriting(fact -> StoredCall.read(FactBody.of(fact)).body())),
                Arguments.of("a profile",
                        Payload.Open.data(ProfileJson.of(AgentProfile.of("critic").withRole("doubts"))),
                        rewriting(fact -> Payload.Open.data(ProfileJson.of(ProfileJson.read(data(fact)))))),
                Arguments.of("an approval rule",
                        Payload.Open.data(ApprovalRule.requiring("maya", "olu").withVetoers(List.of("ben")).toJson()),
                        rewriting(fact -> Payload.Open.data(ApprovalRule.of(data(fact)).toJson()))),
                Arguments.of("a move of the meta agent",
                        Payload.Open.data(new MetaAgent.Move(MetaAgent.Action.REFRAME, "because", "again").toJson()),
                        rewriting(fact -> Payload.Open.data(MetaAgent.Move.of(data(fact)).toJson()))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("facts")
    void nothingIsReadThatDoesNotStandThere(String name, Payload.Open fact, Function<Signal, Payload.Open> rewrite) {
        List<JsonValue> mutants = JsonMutants.of(bodyOf(fact));
        int refused = 0;
        for (JsonValue mutant : mutants) {
            try {
                requireSame(name, mutant, bodyOf(rewrite.apply(fact(mutant))));
            } catch (IllegalArgumentException bad) {
                assertThat(bad.getMessage()).isNotBlank();
                refused++;
            }
        }
        assertThat(JsonMutants.plain(bodyOf(rewrite.apply(fact(bodyOf(fact))))))
                .isEqualTo(JsonMutants.plain(bodyOf(fact)));
        assertThat(refused).as("of %s mutants", mutants.size()).isGreaterThan(mutants.size() / 3);
    }

    @Test
    void aPaymentWithoutCachedTokensIsWrittenAsBefore() {
        BudgetLedger.Payment plain = new BudgetLedger.Payment("a", "m", new TokenUsage(10, 2, 12), false);
        JsonValue before = JsonValue.of(Map.of("paid", JsonValue.of(List.of(JsonValue.of(Map.of("payer",
                JsonValue.of("a"), "model", JsonValue.of("m"), "inputTokens", JsonValue.of(10), "outputTokens",
                JsonValue.of(2), "totalTokens", JsonValue.of(12), "estimated", JsonValue.of(false)))))));

        assertThat(JsonMutants.plain(bodyOf(WorkFacts.latePayments(List.of(plain)))))
                .isEqualTo(JsonMutants.plain(before));
        assertThat(WorkFacts.readCost(FactBody.of(fact(before))).payments()).containsExactly(plain);
    }

    @Test
    void thousandsOfMutantsAreTried() {
        assertThat(facts().map(arguments -> (Payload.Open) arguments.get()[1])
                .mapToInt(fact -> JsonMutants.of(bodyOf(fact)).size()).sum()).isGreaterThan(5_000);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("facts")
    void aFieldOfAnotherNameIsRefused(String name, Payload.Open fact, Function<Signal, Payload.Open> rewrite) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(((JsonValue.Obj) bodyOf(fact)).fields());
        fields.put("surprise", JsonValue.of(true));

        assertThat(isRefused(fact(JsonValue.of(fields)), rewrite)).as(name).isTrue();
    }

    private static void requireSame(String name, JsonValue read, JsonValue written) {
        Object was = JsonMutants.plain(read);
        Object is = JsonMutants.plain(written);
        if (!was.equals(is)) {
            throw new AssertionError(FirstDifference.of(name, was, is));
        }
    }

    private static boolean isRefused(Signal fact, Function<Signal, Payload.Open> rewrite) {
        try {
            Payload.Open _ = rewrite.apply(fact);
            return false;
        } catch (IllegalArgumentException refused) {
            return true;
        }
    }

    private static Function<Signal, Payload.Open> rewriting(Function<Signal, Payload.Open> rewrite) {
        return rewrite;
    }

    private static Payload.Open workOf(Signal fact) {
        WorkResult read = WorkFacts.read(fact, List.of());
        return WorkFacts.body(WorkFacts.emission(fact), read);
    }

    private static Signal refusalAgain(RefusalFacts.Refusal refused) {
        Draft usual = drafts().getFirst();
        Draft draft = new Draft(null, refused.type(), refused.type().equals(SignalType.TASK_NEW)
                ? usual.payload()
                : Payload.Open.text("so"), usual.links(), usual.grading(), usual.lifetime(), usual.audience(),
                Map.of());
        return RefusalFacts.fact(STAMP, Signal.of(draft,
                new Stamp(refused.id(), new Source.System(), Instant.EPOCH, Scope.NONE)), refused.author(),
                refused.reason());
    }

    private static List<Draft> drafts() {
        List<Draft> drafts = new ArrayList<>(Samples.oneOfEach().stream().map(Signal::toDraft).toList());
        drafts.add(new Draft(null, new SignalType(Profile.CUSTOM, "vote"), Payload.Open.text("so"),
                drafts.getFirst().links(), drafts.getFirst().grading(), drafts.getFirst().lifetime(),
                drafts.getFirst().audience(), Map.of("x", JsonValue.of(1))));
        return drafts;
    }

    private static List<InboxItem> items() {
        List<Signal> told = Samples.oneOfEach();
        return IntStream.range(0, told.size())
                .mapToObj(i -> new InboxItem(
                        new LogEntry(i + 1, Samples.T.plusSeconds(i), new Emission("ci", i % 3), told.get(i)),
                        List.of("*", "build:*"), i % 2 == 0, i % 3, i % 4 == 3, i % 5 == 4))
                .toList();
    }

    private static Signal fact(JsonValue body) {
        return Signal.of(Draft.custom("turn:taken", Payload.Open.data(body)), STAMP);
    }

    private static Payload.Open body(Signal fact) {
        return (Payload.Open) fact.payload();
    }

    private static JsonValue bodyOf(Payload.Open fact) {
        return Objects.requireNonNull(fact.data());
    }

    private static JsonValue data(Signal fact) {
        return bodyOf(body(fact));
    }
}
