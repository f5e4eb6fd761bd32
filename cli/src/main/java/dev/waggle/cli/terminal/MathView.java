package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

import dev.waggle.cli.terminal.Style.Ink;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathConfig.Part;
import dev.waggle.swarm.lens.Provocation;
import dev.waggle.swarm.lens.RoundAnalysis;
import dev.waggle.swarm.lens.StopReason;

/**
 * What mathematics saw in each round of a deliberation, for a person: one quiet line of how much is open, and what it
 * did, or would have done where it only watches. Owned by one thread.
 */
public final class MathView {

    private static final int INDENT = 4;
    private static final int TREND = 24;

    private final Screen screen;
    private final int width;
    private final Part part;
    private final UnaryOperator<String> names;
    private final List<OptionalDouble> trend = new ArrayList<>();
    private Optional<StopReason> stop = Optional.empty();

    /** A view of a solve; proposals are shown by these names. */
    MathView(Screen screen, int width, Part part, UnaryOperator<String> names) {
        this.screen = screen;
        this.width = width;
        this.part = part;
        this.names = names;
    }

    /** The lines of a round. */
    List<String> lines(RoundAnalysis round) {
        trend.add(OptionalDouble.of(round.normalizedEntropy()));
        List<String> lines = new ArrayList<>();
        lines.add("  " + screen.style().paint(Ink.DIM, String.format(Locale.ROOT, "entropy %s %.1f %% (%.2f bits)",
                Sparkline.ofShares(trend, TREND, screen.glyphs()), 100 * round.normalizedEntropy(), round.entropy())));
        for (Finding finding : round.findings()) {
            if (finding instanceof Finding.Failed failed) {
                add(lines, Ink.RED, "the lens " + failed.lens() + " failed and is off: " + failed.because());
            }
        }
        round.challenge().ifPresent(challenge -> add(lines, Ink.MAGENTA, words(challenge)));
        round.stop().filter(settle -> !stop.equals(Optional.of(settle.reason())))
                .ifPresent(settle -> add(lines, Ink.YELLOW, words(settle)));
        stop = round.stop().map(Finding.Settle::reason);
        return lines;
    }

    private String words(Provocation challenge) {
        return "mathematics " + did("challenges ", "would challenge ") + names.apply(challenge.proposal().id()) + ": "
                + challenge.because();
    }

    private String words(Finding.Settle settle) {
        return "mathematics " + did("stops: ", "would stop: ") + settle.reason().sentence() + " (" + settle.lens()
                + ": " + settle.because() + ")";
    }

    private String did(String steering, String watching) {
        return switch (part) {
            case STEERING -> steering;
            case WATCHING -> watching;
        };
    }

    private void add(List<String> lines, Ink ink, String text) {
        Wrap.lines(text, width - INDENT).forEach(line -> lines.add("  " + screen.style().paint(ink, line)));
    }
}
