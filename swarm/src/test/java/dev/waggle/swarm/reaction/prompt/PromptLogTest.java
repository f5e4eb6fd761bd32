package dev.waggle.swarm.reaction.prompt;

import java.util.List;
import java.util.Random;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Message;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.reaction.ReactionTestBed;
import dev.waggle.swarm.reaction.SampleLog;
import dev.waggle.swarm.reaction.TestJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The log in a prompt: append-only, equal for agents that hear the same, condensed in blocks. */
class PromptLogTest {

    private static final String LONG = "The first sentence says what was found. "
            + "Then come the details. ".repeat(40);

    private final SampleLog log = new SampleLog();

    @Test
    void aLaterPromptBeginsWithTheLogOfTheEarlierOne() {
        Message before = prompt("a", List.of());
        for (int round = 1; round <= 6; round++) {
            log.finds("a", "fact of round " + round, 0.5);
            Signal proposal = log.proposes("b", "p" + round);
            log.votes("c", "p" + round, Stance.AGREE);
            Message now = prompt(round % 2 == 0 ? "a" : "b", List.of(proposal));

            assertThat(now.content()).startsWith(repeated(before));
            assertThat(now.breakpoints()).as("the ends of earlier rounds stay").containsAll(before.breakpoints());
            before = now;
            log.nextRound();
        }
        assertThat(before.breakpoints()).hasSize(7);
    }

    @Test
    void agentsThatHearTheSameShareTheLogByteForByte() {
        log.finds("a", LONG, 0.5);
        Signal proposal = log.proposes("b", "p");
        Message one = prompt("a", List.of(proposal));
        Message other = prompt("b", List.of());

        assertThat(repeated(one)).isEqualTo(repeated(other)).contains(LONG.strip());
        assertThat(one.breakpoints()).isEqualTo(other.breakpoints());
        assertThat(one.content()).isNotEqualTo(other.content());
    }

    @Test
    void eachBreakpointIsTheEndOfALine() {
        log.finds("a", "one", 0.5);
        log.nextRound();
        log.finds("a", "two", 0.5);
        Message prompt = prompt("b", List.of());

        assertThat(prompt.breakpoints()).hasSize(3).allSatisfy(end -> assertThat(prompt.content().charAt(end))
                .isEqualTo('\n'));
        assertThat(prompt.content().substring(prompt.breakpoints().getLast())).startsWith("\n</log>");
    }

    @Test
    void theOldestFindingsBecomeShortInBlocks() {
        for (int i = 0; i < 35; i++) {
            log.says("a", new Payload.Discovery(i + " " + LONG, "measured", 0.5), 0.8);
        }
        List<String> lines = lines(prompt("b", List.of()));

        assertThat(lines).hasSize(35);
        assertThat(lines.getFirst()).isEqualTo(
                "{\"ref\":\"#2\",\"type\":\"discovery\",\"by\":\"a\",\"content\":\"0 The first sentence says what was"
                        + " found. [cut]\"}");
        assertThat(lines.subList(0, PromptLog.BLOCK)).allSatisfy(line -> assertThat(line).contains("[cut]"));
        assertThat(lines.subList(PromptLog.BLOCK, 35)).allSatisfy(line -> assertThat(line).doesNotContain("[cut]"));
    }

    @Test
    void proposalsVotesAndObjectionsAreNeverCondensed() {
        for (int i = 0; i < 30; i++) {
            String id = "p" + i;
            Signal proposal = log.says("a", new Payload.Proposal(id, i + " " + LONG, "because"), 0.8);
            log.says("b", new Payload.Vote(id, Stance.AGREE, "reason " + i, 0.9), 0.9);
            log.says("c", new Payload.Doubt(proposal.id(), "doubt " + i + ' ' + LONG, Severity.LOW), 0.9);
            log.finds("d", "finding " + i + ' ' + LONG, 0.5);
        }
        Message prompt = prompt("b", List.of());
        String text = prompt.content();

        for (int i = 0; i < 30; i++) {
            assertThat(text).contains("\"" + i + " " + LONG, "reason " + i, "doubt " + i + ' ' + LONG);
        }
        assertThat(text).doesNotContain("finding 3 ").contains("of the oldest findings are left out of the log.)");
    }

    @Test
    void theBeginningChangesRarely() {
        int changes = 0;
        Message before = prompt("b", List.of());
        for (int i = 0; i < 150; i++) {
            log.finds("a", i + " " + LONG, 0.5);
            Message now = prompt("b", List.of());
            changes += now.content().startsWith(repeated(before)) ? 0 : 1;
            before = now;
            assertThat(repeated(now).length()).isLessThan(PromptLog.MAX_CHARACTERS + 2_000);
        }

        assertThat(changes).isBetween(2, 12);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsCondensedDependsOnTheEarlierSignalsOnly(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 120; i++) {
            log.finds("agent " + random.nextInt(5), "x".repeat(1 + random.nextInt(1_900)), random.nextDouble());
            if (random.nextInt(6) == 0) {
                log.nextRound();
            }
            assertThat(lines(prompt("a", List.of()))).as("seed " + seed).isEqualTo(lines(prompt("b", List.of())))
                    .allSatisfy(line -> assertThat(TestJson.read(line)).isNotNull());
        }
    }

    @Test
    void aTextWithoutASentenceIsCut() {
        assertThat(LogLine.firstSentence("short")).isEqualTo("short");
        assertThat(LogLine.firstSentence("word ".repeat(100))).hasSize(LogLine.MAX_BRIEF + " [cut]".length())
                .endsWith(" [cut]");
        assertThat(LogLine.firstSentence("e.g. one. This is a whole sentence! And more."))
                .isEqualTo("e.g. one. This is a whole sentence! [cut]");
    }

    private Message prompt(String agent, List<Signal> heard) {
        TurnView view = TurnView.of(agent, log.turn(new AgentMail(heard, List.of())), heard);
        return PromptBuilder.turn(ReactionTestBed.TASK, view,
                new TurnBrief(AgentProfile.of(agent).withRole("of " + agent),
                        "", List.of(), List.of(), ModelMode.FAST, "analyze"));
    }

    /** The part that later prompts repeat. */
    private static String repeated(Message prompt) {
        return prompt.content().substring(0, prompt.breakpoints().getLast());
    }

    private static List<String> lines(Message prompt) {
        return repeated(prompt).lines().filter(line -> line.startsWith("{")).toList();
    }
}
