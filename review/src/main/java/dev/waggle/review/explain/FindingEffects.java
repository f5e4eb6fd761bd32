package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.review.RunLog;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.lens.LensReplayResult.ReplayedFinding;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.ChallengeRequest;

/** Findings of lenses in a run, with the effect of each. */
public final class FindingEffects {

    /** Maximum number of agents listed with their attention. */
    private static final int MAX_NAMED = 12;

    private final RunLog log;
    private final LensReplayResult lensReplay;
    private final boolean steered;
    /** Rounds and targets of the challenges that the runtime published. */
    private final Set<List<Object>> challengeTargets = new HashSet<>();

    private FindingEffects(RunLog log, LensReplayResult lensReplay, boolean steered) {
        this.log = log;
        this.lensReplay = lensReplay;
        this.steered = steered;
        for (LogEntry entry : log.statements()) {
            if (entry.signal().payload() instanceof Payload.Challenge challenge && RunLog.isOfRuntime(entry)) {
                challengeTargets.add(List.of(RunLog.round(entry.signal()), challenge.targetSignalId()));
            }
        }
    }

    /** Effect of a finding. */
    public enum Effect implements WireConstant {
        STOPPED, CHALLENGED, WEIGHED, NOTED, WATCHED;
    }

    /**
     * Finding and its effect.
     *
     * @param round the round, from 1
     * @param found the finding
     * @param effect its effect
     * @param words the effect as a part of a sentence
     */
    public record FindingEffect(int round, ReplayedFinding found, Effect effect, String words) {}

    /** Effects in the order of the findings. */
    static List<FindingEffect> of(RunLog log, LensReplayResult lensReplay, boolean steered) {
        return new FindingEffects(log, lensReplay, steered).all();
    }

    private List<FindingEffect> all() {
        List<FindingEffect> acts = new ArrayList<>();
        for (LensReplayResult.Round round : lensReplay.rounds()) {
            for (ReplayedFinding found : round.found()) {
                acts.add(act(round, found));
            }
        }
        return acts;
    }

    private FindingEffect act(LensReplayResult.Round round, ReplayedFinding found) {
        int number = round.analysis().round();
        if (!steered) {
            return new FindingEffect(number, found, Effect.WATCHED, "mathematics only watched");
        }
        return switch (found.finding()) {
            case Finding.Settle settle -> isEnd(round, settle)
                    ? new FindingEffect(number, found, Effect.STOPPED, "it ended the run")
                    : new FindingEffect(number, found, Effect.NOTED, "it did not end the run");
            case Finding.Provoke provoke -> challenge(round, provoke)
                    .map(target -> new FindingEffect(number, found, Effect.CHALLENGED,
                            "the runtime challenged " + target))
                    .orElseGet(() -> new FindingEffect(number, found, Effect.NOTED, "no challenge came of it"));
            case Finding.Weigh weigh -> weighed(round, weigh).filter(words -> !words.isEmpty())
                    .map(words -> new FindingEffect(number, found, Effect.WEIGHED,
                            "votes of this round counted " + words))
                    .orElseGet(() -> new FindingEffect(number, found, Effect.NOTED, "no vote counted otherwise"));
            case Finding.Prune _, Finding.Gap _, Finding.Rewire _, Finding.Failed _ ->
                new FindingEffect(number, found, Effect.NOTED, found.finding().kind().actor());
        };
    }

    private boolean isEnd(LensReplayResult.Round round, Finding.Settle settle) {
        return round.analysis().round() == lensReplay.rounds().size()
                && log.ending().filter(settle.reason().wireName()::equals).isPresent()
                && round.analysis().stop().filter(stop -> stop.lens().equals(settle.lens())
                        && stop.reason() == settle.reason()).isPresent();
    }

    private Optional<String> challenge(LensReplayResult.Round round, Finding.Provoke provoke) {
        return round.analysis().challenge().filter(challenge -> challenge.explanation().equals(provoke.explanation()))
                .map(ChallengeRequest::proposal)
                .filter(target -> challengeTargets.contains(List.of(round.analysis().round(), target.signalId())))
                .map(target -> target.id());
    }

    /** Attention of the agents that it weighs: several lenses that weigh multiply. */
    private static Optional<String> weighed(LensReplayResult.Round round, Finding.Weigh weigh) {
        Map<String, Double> attention = new HashMap<>(round.attention());
        attention.keySet().retainAll(weigh.weights().keySet());
        return Optional.of(weigh.weights().keySet().stream().filter(attention::containsKey).limit(MAX_NAMED)
                .map(agent -> agent + " x " + String.format(PlainLocale.NONE, "%.2f", attention.get(agent)))
                .collect(Collectors.joining(", "))
                + (attention.size() > MAX_NAMED ? " and " + (attention.size() - MAX_NAMED) + " others" : ""));
    }
}
