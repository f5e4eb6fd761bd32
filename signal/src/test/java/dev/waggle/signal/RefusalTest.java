package dev.waggle.signal;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonValue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Refusals of bad values by every part of the envelope, with the field and the value in the message (A32). */
class RefusalTest {

    private static final Payload OPEN = Payload.Open.text("x");

    /** Fields that hold an id or a name. */
    static Stream<Arguments> names() {
        return Stream.of(field("proposalId", value -> new Payload.Proposal(value, "content", "")),
                field("proposalId", value -> new Payload.Vote(value, Payload.Stance.AGREE, null, 1)),
                field("proposalId", value -> new Payload.ConsensusReached(value, "decision", 1)),
                field("targetSignalId", value -> new Payload.Doubt(value, "concern", Payload.Severity.LOW)),
                field("targetSignalId", value -> new Payload.Challenge(value, "counter", null)),
                field("signalA", value -> new Payload.Conflict(value, "b", "")),
                field("signalB", value -> new Payload.Conflict("a", value, "")),
                field("category", value -> new Payload.SharedMemory("content", value, 0)),
                field("toolName", value -> new Payload.ToolResult(value, "", false, 0, "scout")),
                field("triggeredBy", value -> new Payload.ToolResult("grep", "", false, 0, value)),
                field("type", SignalType::custom), field("type", SignalType::swarm),
                field("type", value -> new SignalType(Profile.CONNECTIVITY, value)), //
                field("source agent id", Source.Agent::new), field("source webhook id", Source.Webhook::new),
                field("source process id", Source.Process::new),
                field("source agent", value -> new Source.Harness(value, null)),
                field("source harness", value -> new Source.Harness(null, value)),
                field("source name", Source.Named::new),
                field("tenant", value -> new Scope(value, null, null, null, null)),
                field("thread", value -> new Scope(null, value, null, null, null)),
                field("run", value -> new Scope(null, null, value, null, null)),
                field("cause", value -> new Links(value, null, null, List.of())),
                field("replyTo", value -> new Links(null, value, null, List.of())),
                field("replaces", value -> new Links(null, null, value, List.of())),
                field("about", value -> new Links(null, null, null, List.of("fine", value))),
                field("audience", value -> new Audience.Ids(List.of("fine", value))),
                field("id", value -> Draft.of(new Payload.Task("task", null), 1).withId(value)),
                field("id", value -> Samples.said(value, "scout", Draft.of(new Payload.Task("task", null), 1))));
    }

    @ParameterizedTest
    @MethodSource("names")
    void aNameIsNotBlankAndHasNoControlCharacters(String field, Function<String, Object> build) {
        assertRefused(() -> build.apply(""), field + " must not be blank, got \"\"");
        assertRefused(() -> build.apply(" \t"), field + " must not be blank, got \" ");
        assertRefused(() -> build.apply("two\nlines"), field + " must not hold control characters, got \"two\\n");
        assertRefused(() -> build.apply("zero\0"), field + " must not hold control characters, got \"zero");
        assertRefused(() -> build.apply("x".repeat(513)), field + " must have at most 512 characters, got 513");
    }

    /** Omits the swarm types: they are fixed words, so a long one is refused as unknown. */
    @ParameterizedTest
    @MethodSource("names")
    void aNameMayBeLongAndForeign(String field, Function<String, Object> build) {
        if (!field.equals("type")) {
            assertThatCode(() -> build.apply("é ☕ \"quoted\" ".repeat(30))).doesNotThrowAnyException();
            assertThatCode(() -> build.apply("x".repeat(512))).doesNotThrowAnyException();
        }
    }

    /** Fields that must not be blank. */
    static Stream<Arguments> texts() {
        return Stream.of(field("task", value -> new Payload.Task(value, null)),
                field("finding", value -> new Payload.Discovery(value, null, 0)),
                field("content", value -> new Payload.Proposal("p", value, "")),
                field("concern", value -> new Payload.Doubt("s", value, Payload.Severity.HIGH)),
                field("counterArgument", value -> new Payload.Challenge("s", value, null)),
                field("decision", value -> new Payload.ConsensusReached("p", value, 1)),
                field("reason", value -> new Payload.Escalate(value, "")),
                field("content", value -> new Payload.SharedMemory(value, "fact", 0)));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aTextSaysSomething(String field, Function<String, Object> build) {
        assertRefused(() -> build.apply(""), field + " must not be blank, got \"\"");
        assertRefused(() -> build.apply(" \n "), field + " must not be blank, got \" ");
    }

    /** Fields that may be empty. */
    static Stream<Arguments> textsThatMayBeEmpty() {
        return Stream.of(field("context", value -> new Payload.Task("task", value)),
                field("evidence", value -> new Payload.Discovery("finding", value, 0)),
                field("reasoning", value -> new Payload.Proposal("p", "content", value)),
                field("alternativeProposal", value -> new Payload.Challenge("s", "counter", value)),
                field("reasoning", value -> new Payload.Vote("p", Payload.Stance.ABSTAIN, value, 1)),
                field("description", value -> new Payload.Conflict("a", "b", value)),
                field("context", value -> new Payload.Escalate("reason", value)),
                field("result", value -> new Payload.ToolResult("grep", value, true, 0, "scout")),
                field("summary", value -> new Payload.Open(value, null, null, null)),
                field("details", value -> new Payload.Open(null, value, null, null)));
    }

    @ParameterizedTest
    @MethodSource({"texts", "textsThatMayBeEmpty"})
    void aTextHasAtMostAMillionCharacters(String field, Function<String, Object> build) {
        assertThatCode(() -> build.apply("x".repeat(1_000_000))).doesNotThrowAnyException();
        assertThatCode(() -> build.apply("several\nlines\tand a bell \u0007")).doesNotThrowAnyException();
        assertRefused(() -> build.apply("x".repeat(1_000_001)),
                field + " must have at most 1000000 characters, got 1000001");
    }

    @ParameterizedTest
    @MethodSource("textsThatMayBeEmpty")
    void otherTextsMayBeEmpty(String field, Function<String, Object> build) {
        assertThatCode(() -> build.apply("")).as(field).doesNotThrowAnyException();
    }

    @Test
    @SuppressWarnings("NullAway") // Callers that no null checker watches.
    void aRequiredTextOrNameIsNotNull() {
        assertRefused(() -> new Payload.Task(null, null), "task must not be blank, got null");
        assertRefused(() -> new Payload.Proposal("p", "content", null), "reasoning must not be null");
        assertRefused(() -> new Payload.ToolResult("grep", null, false, 0, "scout"), "result must not be null");
        assertRefused(() -> new Source.Agent(null), "source agent id must not be blank, got null");
        assertRefused(() -> SignalType.custom(null), "type must not be blank, got null");
        assertRefused(() -> new Links(null, null, null, Collections.singletonList(null)),
                "about must not be blank, got null");
    }

    @Test
    @SuppressWarnings("NullAway") // Callers that no null checker watches.
    void aRequiredPartIsNotNull() {
        Payload task = new Payload.Task("task", null);
        Source scout = Source.agent("scout");

        assertRefused(() -> new Payload.Vote("p", null, null, 1), "stance must not be null");
        assertRefused(() -> new Payload.Doubt("s", "concern", null), "severity must not be null");
        assertRefused(() -> new Audience.Role(null), "audience word must not be null");
        assertRefused(() -> new JsonValue.Str(null), "JSON text must not be null");
        assertRefused(() -> new JsonValue.Num(null), "JSON number must not be null");
        assertRefused(() -> Lifetime.ttl(null), "ttl must not be null");
        assertRefused(() -> new SignalType(null, "my:type"), "profile must not be null");
        assertRefused(() -> new Draft(null, null, task, Links.NONE, Grading.confidence(1), Lifetime.defaultTtl(),
                Audience.everyone(), Map.of()), "type must not be null");
        assertRefused(() -> new Draft(null, SignalType.TASK_NEW, null, Links.NONE, Grading.confidence(1),
                Lifetime.defaultTtl(), Audience.everyone(), Map.of()), "payload must not be null");
        assertRefused(() -> Draft.of(task, 1).withLinks(null), "links must not be null");
        assertRefused(() -> Draft.of(task, 1).withGrading(null), "grading must not be null");
        assertRefused(() -> new Signal("s-1", SignalType.TASK_NEW, null, Samples.T, task, Scope.NONE, Links.NONE,
                Grading.confidence(1), Lifetime.defaultTtl(), Audience.everyone(), Map.of()),
                "source must not be null");
        assertRefused(() -> Samples.said("s-1", "scout", null, Draft.of(task, 1)), "time must not be null");
        assertRefused(() -> Signal.of(Draft.of(task, 1), new Stamp("s-1", scout, Samples.T, null)),
                "scope must not be null");
        assertRefused(() -> new Draft(null, SignalType.TASK_NEW, task, Links.NONE, Grading.confidence(1), null,
                Audience.everyone(), Map.of()), "lifetime must not be null");
        assertRefused(() -> new Draft(null, SignalType.TASK_NEW, task, Links.NONE, Grading.confidence(1),
                Lifetime.defaultTtl(), null, Map.of()), "audience must not be null");
    }

    @Test
    @SuppressWarnings("NullAway") // Callers that no null checker watches.
    void aMapHoldsNoNulls() {
        Map<String, JsonValue> noValue = new HashMap<>();
        noValue.put("a", null);
        Map<String, JsonValue> noKey = new HashMap<>();
        noKey.put(null, JsonValue.ofNull());

        assertRefused(() -> JsonValue.of(noValue), "JSON object value of \"a\" must not be null");
        assertRefused(() -> JsonValue.of(noKey), "JSON object key must not be null");
        assertRefused(() -> Draft.custom("my:type", Payload.Open.text("x")).withExtension("a", null),
                "extensions value of \"a\" must not be null");
    }

    /** Fields from 0 to 1. */
    static Stream<Arguments> shares() {
        return Stream.of(number("relevance", value -> new Payload.Discovery("finding", null, value)),
                number("confidence", value -> new Payload.ConsensusReached("p", "decision", value)),
                number("importance", value -> new Payload.SharedMemory("content", "fact", value)),
                number("confidence", Grading::confidence),
                number("confidence", value -> Draft.of(new Payload.Task("task", null), value)));
    }

    @ParameterizedTest
    @MethodSource("shares")
    void aShareLiesBetweenZeroAndOne(String field, Function<Double, Object> build) {
        assertRefused(() -> build.apply(7.0), field + " must be between 0 and 1, got 7.0");
        assertRefused(() -> build.apply(-0.1), field + " must be between 0 and 1, got -0.1");
        assertRefused(() -> build.apply(Double.NaN), field + " must be between 0 and 1, got NaN");
        assertRefused(() -> build.apply(Double.POSITIVE_INFINITY), field + " must be between 0 and 1, got Infinity");
        assertRefused(() -> build.apply(Math.nextUp(1.0)), field + " must be between 0 and 1, got 1.0000000000000002");
        assertThatCode(() -> build.apply(0.0)).doesNotThrowAnyException();
        assertThatCode(() -> build.apply(1.0)).doesNotThrowAnyException();
    }

    @Test
    void aPercentageGetsAHint() {
        assertThatIllegalArgumentException().isThrownBy(() -> Grading.confidence(85))
                .withMessageContaining("Maybe it is a percentage: divide it by 100.");
        assertThatIllegalArgumentException().isThrownBy(() -> Grading.confidence(-1))
                .withMessage("confidence must be between 0 and 1, got -1.0");
        assertThatIllegalArgumentException().isThrownBy(() -> Grading.confidence(101))
                .withMessage("confidence must be between 0 and 1, got 101.0");
    }

    @Test
    void theWeightOfAVoteIsFiniteAndNotNegative() {
        Function<Double, Payload> vote = weight -> new Payload.Vote("p", Payload.Stance.AGREE, null, weight);

        assertRefused(() -> vote.apply(-0.1), "weight must be a finite number of at least 0, got -0.1");
        assertRefused(() -> vote.apply(Double.NaN), "weight must be a finite number of at least 0, got NaN");
        assertRefused(() -> vote.apply(Double.POSITIVE_INFINITY),
                "weight must be a finite number of at least 0, got Infinity");
        assertThatCode(() -> vote.apply(0.0)).doesNotThrowAnyException();
        assertThatCode(() -> vote.apply(3.7)).doesNotThrowAnyException();
    }

    @Test
    void theDurationOfAToolIsNotNegative() {
        assertRefused(() -> new Payload.ToolResult("grep", "", false, -1, "scout"),
                "durationMs must be a finite number of at least 0, got -1");
    }

    @Test
    void aPriorityValueIsFinite() {
        assertRefused(() -> new Grading(null, null, Double.NaN, null), "priorityValue must be finite, got NaN");
        assertRefused(() -> new Grading(null, null, Double.NEGATIVE_INFINITY, null),
                "priorityValue must be finite, got -Infinity");
    }

    @Test
    void roundsAndStepsAreNotNegative() {
        assertRefused(() -> Scope.ofRun("run", -1), "round must be at least 0, got -1");
        assertRefused(() -> new Scope(null, null, null, null, -1L), "step must be at least 0, got -1");
        assertRefused(() -> new Lifetime.UntilStep(-1), "expiresAtStep must be at least 0, got -1");
        assertThat(Scope.ofRun("run", 0).round()).isZero();
    }

    @Test
    void aSpanOfLifeIsNotNegative() {
        assertRefused(() -> Lifetime.ttl(Duration.ofMillis(-5)), "ttl must not be negative, got PT-0.005S");
    }

    @Test
    void aListOfIdsIsBounded() {
        List<String> many = Collections.nCopies(10_001, "x");

        assertRefused(() -> new Links(null, null, null, many), "about must hold at most 10000 ids, got 10001");
        assertRefused(() -> new Audience.Ids(many), "audience must hold at most 10000 ids, got 10001");
        assertThat(new Audience.Ids(many.subList(0, 10_000)).recipients()).hasSize(10_000);
    }

    @Test
    void aLongValueIsCutInTheMessage() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Source.Agent("y".repeat(200) + "\n"))
                .withMessage("source agent id must not hold control characters, got \"" + "y".repeat(60) + "...\"");
    }

    /** A message goes to terminals and logs: the value that it quotes must not move the cursor or forge a line. */
    @Test
    void controlCharactersAreShownAsEscapesInTheMessage() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Source.Agent("a\u001b[2J\r\n\u0085"))
                .withMessage("source agent id must not hold control characters, got \"a\\u001b[2J\\r\\n\\u0085\"");
    }

    /** Scenarios A32 and A34: payloads that do not fit their type. */
    @Test
    void aPayloadFitsItsType() {
        assertRefused(() -> new Draft(null, SignalType.VOTE, new Payload.Task("task", null), Links.NONE,
                Grading.confidence(1), Lifetime.defaultTtl(), Audience.everyone(), Map.of()),
                "type vote does not fit a payload of Task, whose type is task:new");
        assertRefused(() -> signal(SignalType.PROPOSAL, OPEN, Grading.confidence(1)),
                "type proposal does not fit a payload of Open");
        assertRefused(() -> signal(SignalType.custom("my:type"), new Payload.Task("task", null), Grading.NONE),
                "type my:type does not fit a payload of Task, whose type is task:new");
        assertRefused(() -> signal(new SignalType(Profile.HARNESS, "tool:result"),
                new Payload.ToolResult("grep", "", false, 0, "scout"), Grading.NONE),
                "type harness/tool:result does not fit a payload of ToolResult, whose type is tool:result");
    }

    @Test
    void anOpenPayloadNeedsATypeOfItsOwn() {
        assertThatIllegalArgumentException().isThrownBy(() -> Draft.of(OPEN, 1))
                .withMessageContaining("Maybe Draft.custom(");
    }

    @Test
    void theSwarmFamilyNeedsAConfidence() {
        Payload task = new Payload.Task("task", null);

        assertRefused(() -> signal(SignalType.TASK_NEW, task, Grading.NONE),
                "signal s-1: confidence is required for the swarm type task:new");
        assertRefused(() -> Draft.of(task, 1).withGrading(Grading.NONE),
                "confidence is required for the swarm type task:new");
        assertThat(signal(SignalType.custom("my:type"), OPEN, Grading.NONE).confidence()).isEqualTo(1);
    }

    private static Signal signal(SignalType type, Payload payload, Grading grading) {
        return new Signal("s-1", type, Source.agent("scout"), Samples.T, payload, Scope.NONE, Links.NONE, grading,
                Lifetime.defaultTtl(), Audience.everyone(), Map.of());
    }

    private static void assertRefused(ThrowingCallable build, String message) {
        assertThatIllegalArgumentException().isThrownBy(build).withMessageStartingWith(message);
    }

    private static Arguments field(String name, Function<String, Object> build) {
        return Arguments.of(name, build);
    }

    private static Arguments number(String name, Function<Double, Object> build) {
        return Arguments.of(name, build);
    }
}
