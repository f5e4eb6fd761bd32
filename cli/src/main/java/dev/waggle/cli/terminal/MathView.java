package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.ChallengeRequest;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.runner.MathBridge;

/**
 * View of mathematics in each round, for a person: a dim line with the remaining uncertainty, then the actions. If
 * mathematics only watches, they are the actions that it would have taken. Owned by one thread.
 */
final class MathView {

    private static final int INDENT = 4;
    private static final int BAR = 10;
    private static final int NAMED = 4;
    /** Nearer to 1 a weight is no news. */
    private static final double NOTABLE = 0.05;
    private static final int FIRST_WEIGHED_ROUND = 2;
    private static final String ENTROPY = "entropy";

    private final TerminalScreen screen;
    private final int width;
    private final MathConfig config;
    private final ProposalLabels names;
    private final boolean measuresEntropy;
    private Optional<MathStopReason> stop = Optional.empty();

    /** A view of a solve in which mathematics takes part like that; proposals are shown by these names. */
    MathView(TerminalScreen screen, int width, MathConfig config, ProposalLabels names) {
        this.screen = screen;
        this.width = width;
        this.config = config;
        this.names = names;
        this.measuresEntropy = config.lenses().stream().anyMatch(lens -> lens.name().equals(ENTROPY));
    }

    /**
     * The lines of a round.
     *
     * @param proposals the current number of proposals
     * @param isChallengeShown whether the challenge of this round was already shown, with its reason
     */
    List<String> lines(RoundAnalysis round, int proposals, boolean isChallengeShown) {
        List<String> lines = new ArrayList<>();
        if (measuresEntropy && proposals >= 2) {
            lines.add("  " + screen.style().paint(Ink.DIM, uncertainty(round)));
        }
        for (Finding finding : round.findings()) {
            switch (finding) {
                case Finding.Failed failed -> add(lines, Ink.RED,
                        "the lens " + failed.lens() + " failed and is disabled: " + failed.explanation());
                case Finding.Gap gap -> addFinding(lines, "misses " + article(gap.role()) + gap.role(), gap);
                case Finding.Prune prune -> addFinding(lines, "hears little new from " + few(prune.agents()), prune);
                case Finding.Rewire rewire -> addFinding(lines,
                        "would " + rewire.change().wireName() + " " + few(rewire.agents()), rewire);
                case Finding.Settle _, Finding.Provoke _, Finding.Weigh _ -> {}
            }
        }
        List<String> weights = weights(round);
        if (!weights.isEmpty()) {
            add(lines, Ink.DIM, "mathematics " + byRole("weighs: ", "would weigh: ") + few(weights));
        }
        round.challenge().ifPresent(challenge -> add(lines, Ink.MAGENTA, describe(challenge, isChallengeShown)));
        round.stop().filter(settle -> !stop.equals(Optional.of(settle.reason())))
                .ifPresent(settle -> add(lines, Ink.YELLOW, describe(settle)));
        round.withheldStop().filter(settle -> !stop.equals(Optional.of(settle.reason())))
                .ifPresent(settle -> add(lines, Ink.DIM, "mathematics would stop: " + settle.reason().sentence() + " ("
                        + settle.lens() + "), but " + settle.reason().wireName() + " is not in math.stops"));
        stop = round.stop().or(round::withheldStop).map(Finding.Settle::reason);
        return lines;
    }

    private String uncertainty(RoundAnalysis round) {
        int full = Math.clamp(Math.round(BAR * round.normalizedEntropy()), 0, BAR);
        return String.format(Locale.ROOT, "uncertainty of the evidence  %s%s %.0f %% (%.2f bits)",
                screen.glyphs().levels().getLast().repeat(full), screen.glyphs().gap().repeat(BAR - full),
                100 * round.normalizedEntropy(), round.entropy());
    }

    /** Weights of the agents, the product over several lenses, as for the votes; the farthest from 1 come first. */
    private static List<String> weights(RoundAnalysis round) {
        Map<String, Double> weights = new HashMap<>();
        if (round.round() >= FIRST_WEIGHED_ROUND) {
            for (Finding finding : round.findings()) {
                if (finding instanceof Finding.Weigh weigh) {
                    weigh.weights().forEach((agent, weight) -> weights.merge(agent, weight, (a, b) -> a * b));
                }
            }
        }
        weights.replaceAll((_, weight) -> Math.clamp(weight, MathBridge.MIN_ATTENTION, MathBridge.MAX_ATTENTION));
        return weights.entrySet().stream().filter(entry -> distance(entry) >= NOTABLE)
                .sorted(Comparator.<Map.Entry<String, Double>>comparingDouble(MathView::distance).reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> String.format(Locale.ROOT, "%s %.2f", entry.getKey(), entry.getValue())).toList();
    }

    private static double distance(Map.Entry<String, Double> weight) {
        return Math.abs(weight.getValue() - 1);
    }

    private static String few(List<String> words) {
        int more = words.size() - NAMED;
        return String.join(", ", words.subList(0, Math.min(NAMED, words.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static String article(String role) {
        return role.isEmpty() || "aeiou".indexOf(role.charAt(0)) < 0 ? "a " : "an ";
    }

    private String describe(ChallengeRequest challenge, boolean isShown) {
        return "mathematics " + byRole("challenges ", "would challenge ") + names.name(challenge.proposal().id())
                + (isShown ? "" : ": " + names.sentence(challenge.explanation()));
    }

    private String describe(Finding.Settle settle) {
        return "mathematics " + byRole("stops: ", "would stop: ") + settle.reason().sentence() + " (" + settle.lens()
                + ": " + names.sentence(settle.explanation()) + ")";
    }

    private String byRole(String steering, String watching) {
        return switch (config.role()) {
            case STEERING -> steering;
            case WATCHING -> watching;
        };
    }

    /** Adds one line for a finding that causes no action. */
    private void addFinding(List<String> lines, String label, Finding finding) {
        String text = "mathematics " + label + ": " + names.sentence(finding.explanation());
        lines.add("  " + screen.style().paint(Ink.DIM, TextTable.clip(text, width - INDENT)));
    }

    private void add(List<String> lines, Ink ink, String text) {
        TextWrap.lines(text, width - INDENT).forEach(line -> lines.add("  " + screen.style().paint(ink, line)));
    }
}
