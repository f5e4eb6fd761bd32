package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.signal.text.PlainLocale;
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
    private static final int NARROW = 64;
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
                case Finding.Gap gap -> add(lines, Ink.DIM, "mathematics notes: " + sentence(gap));
                case Finding.Prune prune -> add(lines, Ink.DIM,
                        "mathematics hears little new from " + few(prune.agents()));
                case Finding.Rewire rewire -> add(lines, Ink.DIM,
                        "mathematics would " + rewire.change().wireName() + " " + few(rewire.agents()));
                case Finding.Settle _, Finding.Provoke _, Finding.Weigh _ -> {}
            }
        }
        List<String> weights = weights(round);
        if (!weights.isEmpty()) {
            add(lines, Ink.DIM, "mathematics " + byRole("weighs: ", "would weigh: ") + few(weights));
        }
        round.challenge().ifPresent(challenge -> add(lines, Ink.MAGENTA, "mathematics "
                + byRole("challenges ", "would challenge ") + names.name(challenge.proposal().id())
                + (isChallengeShown ? "" : ": " + reason(challenge, round.findings()))));
        round.stop().filter(settle -> !stop.equals(Optional.of(settle.reason())))
                .ifPresent(settle -> add(lines, Ink.YELLOW, describe(settle)));
        round.withheldStop().filter(settle -> !stop.equals(Optional.of(settle.reason())))
                .ifPresent(settle -> add(lines, Ink.DIM, "mathematics would stop: " + settle.reason().sentence()
                        + ", but " + settle.reason().wireName() + " is not in math.stops"));
        stop = round.stop().or(round::withheldStop).map(Finding.Settle::reason);
        return lines;
    }

    private String uncertainty(RoundAnalysis round) {
        int full = Math.clamp(Math.round(BAR * round.normalizedEntropy()), 0, BAR);
        return String.format(PlainLocale.NONE, "uncertainty%s  %s%s %.0f %% (%.2f bits)",
                width < NARROW ? "" : " of the evidence",
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
                .map(entry -> String.format(PlainLocale.NONE, "%s %.2f", entry.getKey(), entry.getValue())).toList();
    }

    private static double distance(Map.Entry<String, Double> weight) {
        return Math.abs(weight.getValue() - 1);
    }

    private static String few(List<String> words) {
        int more = words.size() - NAMED;
        return String.join(", ", words.subList(0, Math.min(NAMED, words.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** The role that no agent has as what the debate lacks, in plain words. The figures are in {@code explain}. */
    private static String sentence(Finding.Gap gap) {
        return switch (gap.role()) {
            case "critical-challenger" -> "nobody has argued against the leader";
            case "tie-breaker" -> "the leading proposals are level, and nothing tells them apart";
            case "lateral-thinker" -> "a fresh idea is missing";
            case "explorer" -> "the agents agreed before they had looked at all proposals";
            case "experimenter" -> "nobody has tested the leader";
            case "mediator" -> "opinions move apart, and nobody mediates";
            case "synthesizer" -> "nobody has proposed what both groups could accept";
            case "bridge-connector" -> "groups of agents do not answer each other";
            case "problem-reframer" -> "the debate is stuck, and nobody has put the question in another way";
            case "root-cause-analyst" -> "the same trouble comes back, and nobody has looked for its cause";
            case "challenge-specialist" -> "more objections would help";
            case "doubt-specialist" -> "more doubts would help";
            case "vote-specialist" -> "more votes would help";
            case "proposal-specialist" -> "more proposals would help";
            case "discovery-specialist" -> "more facts would help";
            default -> "the role " + gap.role() + " is missing";
        };
    }

    /** The reason of a challenge in plain words; as the lens puts it for a lens that is not known here. */
    private String reason(ChallengeRequest challenge, List<Finding> findings) {
        String lens = findings.stream()
                .filter(finding -> finding instanceof Finding.Provoke
                        && finding.explanation().equals(challenge.explanation()))
                .map(Finding::lens).findFirst().orElse("");
        return switch (lens) {
            case "bayesian", "phase-transition", "kl-tracker" -> "nobody has argued against it";
            case "causal-inference" -> "an objection to it is unanswered";
            case "svd-analyzer" -> "the debate turns around one question only";
            case "free-energy" -> "the agents may agree too soon";
            case "system-archetypes" -> "the agents repeat each other";
            default -> names.sentence(challenge.explanation());
        };
    }

    private String describe(Finding.Settle settle) {
        return "mathematics " + byRole("stops: ", "would stop: ") + settle.reason().sentence();
    }

    private String byRole(String steering, String watching) {
        return switch (config.role()) {
            case STEERING -> steering;
            case WATCHING -> watching;
        };
    }

    private void add(List<String> lines, Ink ink, String text) {
        TextWrap.lines(text, width - INDENT).forEach(line -> lines.add("  " + screen.style().paint(ink, line)));
    }
}
