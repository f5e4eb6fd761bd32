package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.setup.LensLookup;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.ChallengeRequest;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.data.ProposalEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MathViewTest {

    private static final Finding.Settle SETTLE = new Finding.Settle("entropy", MathStopReason.ENTROPY_CONVERGED,
            "12 % is left\u001b[2J");
    private static final ChallengeRequest CHALLENGE = new ChallengeRequest(new ProposalEntry(0, "p1", 0, "s1", 1, 1),
            "all agree\u001b[2J");

    @Test
    void drawsHowMuchIsOpenAsOneBar() {
        MathView view = view(MathRole.STEERING, TextStyle.PLAIN);

        assertThat(view.lines(round(1, 1), 4, false))
                .containsExactly("  uncertainty of the evidence  ██████████ 100 % (2.00 bits)");
        assertThat(view.lines(round(2, 0.5), 4, false))
                .containsExactly("  uncertainty of the evidence  █████····· 50 % (1.00 bits)");
    }

    @Test
    void saysNothingOfItBeforeTheSecondProposalOrWithoutTheLens() {
        MathView without = view(MathConfig.defaults().without(LensLookup.require("entropy")), TextStyle.PLAIN);

        assertThat(view(MathRole.STEERING, TextStyle.PLAIN).lines(round(1, 0), 1, false)).isEmpty();
        assertThat(without.lines(round(1, 1), 4, false)).isEmpty();
        assertThat(view(MathConfig.off(), TextStyle.PLAIN).lines(round(1, 1), 4, false)).isEmpty();
    }

    @Test
    void tellsInColourWhatMathematicsDid() {
        List<String> lines = view(MathRole.STEERING, TextStyle.COLOUR).lines(round(2, 0.5, Optional.of(SETTLE),
                Optional.of(CHALLENGE)), 4, false);

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("  \u001b[2muncertainty ");
        assertThat(lines.get(1)).startsWith("  \u001b[35mmathematics challenges p1: all agree\uFFFD[2J");
        assertThat(lines.get(2)).startsWith("  \u001b[33mmathematics stops: little uncertainty is left\u001b");
    }

    @Test
    void doesNotSayAgainWhyItChallenges() {
        assertThat(view(MathRole.STEERING, TextStyle.PLAIN)
                .lines(round(2, 0.5, Optional.empty(), Optional.of(CHALLENGE)), 4, true))
                .last().isEqualTo("  mathematics challenges p1");
    }

    @Test
    void saysWouldWhereItOnlyWatchesAndEachReasonOnce() {
        MathView view = view(MathRole.WATCHING, TextStyle.PLAIN);

        assertThat(view.lines(round(2, 0.5, Optional.of(SETTLE), Optional.of(CHALLENGE)), 4, false))
                .anyMatch(line -> line.contains("mathematics would challenge p1: "))
                .anyMatch(line -> line.contains("would stop: little"));
        assertThat(view.lines(round(3, 0.5, Optional.of(SETTLE), Optional.empty()), 4, false)).hasSize(1);
        assertThat(view.lines(round(4, 0.5), 4, false)).hasSize(1);
        assertThat(view.lines(round(5, 0.5, Optional.of(SETTLE), Optional.empty()), 4, false)).hasSize(2);
    }

    @Test
    void namesALensThatFailed() {
        assertThat(found(MathRole.WATCHING, 1, new Finding.Failed("entropy", "no\nluck")))
                .containsExactly("  the lens entropy failed and is disabled: no luck");
    }

    /** Weights as in the votes: the product of all lenses, within bounds, from the second round on. */
    @Test
    void namesWhoseVotesItWeighs() {
        Finding one = new Finding.Weigh("surprise", Map.of("ann", 1.1, "bob", 0.5, "cat", 1.04, "dan", 1.2), "");
        Finding two = new Finding.Weigh("other", Map.of("dan", 0.9, "eve", 1.15, "fay", 0.94), "");

        assertThat(found(MathRole.STEERING, 2, one, two))
                .containsExactly("  mathematics weighs: bob 0.80, eve 1.15, ann 1.10, dan 1.08 and 1 more");
        assertThat(found(MathRole.WATCHING, 2, one)).first().asString()
                .startsWith("  mathematics would weigh: bob 0.80");
        assertThat(found(MathRole.STEERING, 1, one, two)).isEmpty();
        assertThat(found(MathRole.STEERING, 2, new Finding.Weigh("surprise", Map.of("ann", 1.04), ""))).isEmpty();
    }

    @Test
    void notesWhatNobodyActsOnInALineEach() {
        List<String> lines = found(MathRole.STEERING, 1,
                new Finding.Gap("game-theory", "critical-challenger", 0.5, "expected 1.2 challengers"),
                new Finding.Gap("markov", "outsider\u001b[2J", 0.5, "long ".repeat(50)),
                new Finding.Prune("shapley", List.of("a", "b", "c", "d", "e"), "same"),
                new Finding.Rewire("topology", Finding.Rewire.Change.CONNECT, List.of("ann", "bob"), "apart"));

        assertThat(lines).hasSize(4).allMatch(line -> line.length() <= 100);
        assertThat(lines.get(0)).isEqualTo("  mathematics notes: nobody has argued against the leader");
        assertThat(lines.get(1)).isEqualTo("  mathematics notes: the role outsider\uFFFD[2J is missing");
        assertThat(lines.get(2)).isEqualTo("  mathematics hears little new from a, b, c, d and 1 more");
        assertThat(lines.get(3)).isEqualTo("  mathematics would connect ann, bob");
    }

    /** Every role that a lens can miss has a preset for an agent, and a sentence in plain words. */
    @ParameterizedTest
    @ValueSource(strings = {"critical-challenger", "tie-breaker", "lateral-thinker", "explorer", "experimenter",
        "mediator", "synthesizer", "bridge-connector", "problem-reframer", "challenge-specialist",
        "doubt-specialist", "vote-specialist", "proposal-specialist", "discovery-specialist"})
    void aMissingRoleIsSaidInPlainWords(String role) {
        assertThat(found(MathRole.STEERING, 1, new Finding.Gap("any", role, 0.5, "0.31 bits"))).singleElement()
                .asString().startsWith("  mathematics notes: ").doesNotContain(role, "bits");
    }

    @Test
    void theReasonOfAChallengeIsSaidInPlainWords() {
        ChallengeRequest challenge = new ChallengeRequest(CHALLENGE.proposal(), "0.93 of the probability");
        RoundAnalysis round = new RoundAnalysis(2, 1, 0.5, 0,
                List.of(new Finding.Provoke("phase-transition", null, "0.93 of the probability")), Optional.empty(),
                Optional.of(challenge));

        assertThat(view(MathRole.STEERING, TextStyle.PLAIN).lines(round, 1, false)).last()
                .isEqualTo("  mathematics challenges p1: nobody has argued against it");
    }

    private static List<String> found(MathRole part, int round, Finding... findings) {
        return view(part, TextStyle.PLAIN).lines(new RoundAnalysis(round, 0, 0, 0, List.of(findings), Optional.empty(),
                Optional.empty()), 1, false);
    }

    private static MathView view(MathRole part, TextStyle style) {
        return view(MathConfig.defaults().withRole(part), style);
    }

    private static MathView view(MathConfig config, TextStyle style) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return new MathView(new TerminalScreen(nowhere, nowhere, style, false), 100, config,
                new ProposalLabels(new SignalNumbers()));
    }

    private static RoundAnalysis round(int number, double share) {
        return round(number, share, Optional.empty(), Optional.empty());
    }

    private static RoundAnalysis round(int number, double share, Optional<Finding.Settle> stop,
            Optional<ChallengeRequest> challenge) {
        return new RoundAnalysis(number, 2 * share, share, 0, List.of(), stop, challenge);
    }
}
