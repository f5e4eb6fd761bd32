package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathConfig.Part;
import dev.waggle.swarm.lens.ProposalNote;
import dev.waggle.swarm.lens.Provocation;
import dev.waggle.swarm.lens.RoundAnalysis;
import dev.waggle.swarm.lens.StopReason;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MathViewTest {

    private static final Finding.Settle SETTLE = new Finding.Settle("entropy", StopReason.ENTROPY_CONVERGED,
            "12 % is left\u001b[2J");
    private static final Provocation CHALLENGE = new Provocation(new ProposalNote(0, "p1", 0, "s1", 1, 1),
            "all agree\u001b[2J");

    @Test
    void drawsTheEntropyOfTheRoundsSoFar() {
        MathView view = view(Part.STEERING, Style.PLAIN);

        assertThat(view.lines(round(1, 1))).containsExactly("  entropy █ 100.0 % (2.00 bits)");
        assertThat(view.lines(round(2, 0.5))).containsExactly("  entropy █▅ 50.0 % (1.00 bits)");
    }

    @Test
    void tellsInColourWhatMathematicsDid() {
        List<String> lines = view(Part.STEERING, Style.COLOUR).lines(round(2, 0.5, Optional.of(SETTLE),
                Optional.of(CHALLENGE)));

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("  \u001b[2mentropy ");
        assertThat(lines.get(1)).startsWith("  \u001b[35mmathematics challenges <p1>: all agree\uFFFD[2J");
        assertThat(lines.get(2)).startsWith("  \u001b[33mmathematics stops: little uncertainty is left (entropy: 12 %");
    }

    @Test
    void saysWouldWhereItOnlyWatchesAndEachReasonOnce() {
        MathView view = view(Part.WATCHING, Style.PLAIN);

        assertThat(view.lines(round(2, 0.5, Optional.of(SETTLE), Optional.of(CHALLENGE)))).anyMatch(line -> line
                .contains("mathematics would challenge <p1>: ")).anyMatch(line -> line.contains("would stop: little"));
        assertThat(view.lines(round(3, 0.5, Optional.of(SETTLE), Optional.empty()))).hasSize(1);
        assertThat(view.lines(round(4, 0.5))).hasSize(1);
        assertThat(view.lines(round(5, 0.5, Optional.of(SETTLE), Optional.empty()))).hasSize(2);
    }

    @Test
    void namesALensThatFailed() {
        RoundAnalysis round = new RoundAnalysis(1, 0, 0, 0, List.of(new Finding.Failed("entropy", "no\nluck")),
                Optional.empty(), Optional.empty());

        assertThat(view(Part.WATCHING, Style.PLAIN).lines(round))
                .contains("  the lens entropy failed and is off: no luck");
    }

    private static MathView view(Part part, Style style) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return new MathView(new Screen(nowhere, nowhere, style, false), 100, part,
                id -> String.format(Locale.ROOT, "<%s>", id));
    }

    private static RoundAnalysis round(int number, double share) {
        return round(number, share, Optional.empty(), Optional.empty());
    }

    private static RoundAnalysis round(int number, double share, Optional<Finding.Settle> stop,
            Optional<Provocation> challenge) {
        return new RoundAnalysis(number, 2 * share, share, 0, List.of(), stop, challenge);
    }
}
