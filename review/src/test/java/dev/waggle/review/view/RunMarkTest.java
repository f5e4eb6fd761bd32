package dev.waggle.review.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.WorkFacts;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunMarkTest {

    private static final Emission RUNTIME = Emission.by(InfrastructureNames.ORCHESTRATOR);

    @Test
    void aVoteIsAMarkOfItsAgentWithProposalAndStance() {
        RunMark mark = RunMark.of(spoken(Draft.of(new Payload.Vote("p1", Stance.DISAGREE, "too slow", 0.4), 0.7)
                .withLinks(Links.replyTo("sig_target")))).orElseThrow();

        assertThat(mark.author()).isEqualTo(new RunMark.MarkAuthor("ada", MarkKind.SPEECH));
        assertThat(mark.targets().reply()).isEqualTo("sig_target");
        assertThat(mark.content()).isEqualTo(new RunMark.MarkContent("p1", Stance.DISAGREE, 0.7, "too slow"));
        assertThat(mark.moment().round()).isEqualTo(2);
    }

    @Test
    void factsOfTheRuntimeAreMarksOnlyFromTheRuntime() {
        Payload.Open called = CallFacts.body(2, List.of(new CallFacts.CalledAgent("ada", CallFacts.CallReason.MAIL,
                Optional.empty())));
        Signal fact = RunFacts.fact(CallFacts.CALLED, called, stamp(Source.named("orchestrator")), Links.NONE);

        assertThat(RunMark.of(new LogEntry(1, Instant.EPOCH, RUNTIME, fact)).orElseThrow().content().text())
                .isEqualTo("ada");
        assertThat(RunMark.of(new LogEntry(1, Instant.EPOCH, new Emission("ada", 1), fact))).isEmpty();
        assertThat(RunMark.isMark(new LogEntry(1, Instant.EPOCH, RUNTIME, RunFacts.fact(WorkFacts.TURN,
                Payload.Open.data(new JsonObjectBuilder().json()), stamp(Source.named("orchestrator")),
                Links.NONE)))).isFalse();
    }

    @Test
    void aFailureIsAMarkOfTheAgentThatFailed() {
        Signal failure = RunFacts.fact(RunFacts.FAILED, RunFacts.failure("ada", List.of(), "turn", "no key"),
                stamp(Source.named("orchestrator")), Links.NONE);
        RunMark mark = RunMark.of(new LogEntry(1, Instant.EPOCH, RUNTIME, failure)).orElseThrow();

        assertThat(mark.author()).isEqualTo(new RunMark.MarkAuthor("ada", MarkKind.RUNTIME));
        assertThat(mark.content().text()).isEqualTo("no key");
    }

    @Test
    void aTextIsCutBetweenCodePoints() {
        int[] points = {'a', ' ', '\n', 0, 0x1F41D, 0x202E, 0x0301, 0x4E2D, '<'};
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(300);
            for (int at = 0; at < length; at++) {
                text.appendCodePoint(points[random.nextInt(points.length)]);
            }
            String cut = MarkText.cut(text.toString(), MarkText.MAX_LENGTH);
            String whole = MarkText.cut(text.toString(), Integer.MAX_VALUE);

            assertThat(cut.codePointCount(0, cut.length())).isLessThanOrEqualTo(MarkText.MAX_LENGTH);
            assertThat(cut.codePoints()).noneMatch(point -> Character.getType(point) == Character.SURROGATE)
                    .noneMatch(Character::isISOControl);
            assertThat(cut).as("case %d", i).satisfiesAnyOf(same -> assertThat(same).isEqualTo(whole),
                    begun -> assertThat(whole).startsWith(begun.substring(0, begun.length() - 1)));
            if (whole.codePointCount(0, whole.length()) <= MarkText.MAX_LENGTH) {
                assertThat(cut).isEqualTo(whole);
            }
        }
    }

    @Test
    void aHugeTextIsReadOnlyAtItsBeginning() {
        RunMark mark = RunMark.of(spoken(Draft.proposal("p1", "x".repeat(1_000_000), "", 0.5))).orElseThrow();

        assertThat(mark.content().text()).hasSize(MarkText.MAX_LENGTH).endsWith("\u2026");
    }

    @Test
    void aTypeOfAnAgentsOwnIsAMarkWithItsSummary() {
        RunMark mark = RunMark.of(spoken(Draft.custom("chat:message", Payload.Open.text("hello")))).orElseThrow();

        assertThat(mark.type()).isEqualTo("chat:message");
        assertThat(mark.content().text()).isEqualTo("hello");
        assertThat(SignalType.of(mark.type())).isEqualTo(SignalType.custom("chat:message"));
    }

    private static LogEntry spoken(Draft draft) {
        return new LogEntry(7, Instant.EPOCH, new Emission("ada", 1), Signal.of(draft, stamp(Source.agent("ada"))));
    }

    private static Stamp stamp(Source source) {
        return new Stamp("sig_1", source, Instant.EPOCH, new Scope(null, null, "run", 2, null));
    }
}
