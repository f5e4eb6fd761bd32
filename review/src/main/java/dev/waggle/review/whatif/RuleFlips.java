package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import dev.waggle.review.whatif.WhatIfAnalysis.Boundary;

/** Nearest other threshold and quorums that flip a decision. */
final class RuleFlips {

    /** Decimals of a threshold that are tried before the exact boundary. */
    private static final double THOUSAND = 1_000;

    /** Number of quorums tried on either side of the one of the run. */
    private static final int MAX_QUORUMS = 50;

    private RuleFlips() {}

    static List<ScenarioFlip> of(VoteRecount recount) {
        List<ScenarioFlip> flips = new ArrayList<>();
        threshold(recount).ifPresent(flips::add);
        int quorum = recount.config().minVoters();
        int highest = Math.max(recount.tally().voters(), quorum) + 1;
        nearest(recount, IntStream.rangeClosed(quorum + 1, Math.min(highest, quorum + MAX_QUORUMS)))
                .ifPresent(flips::add);
        nearest(recount, IntStream.iterate(quorum - 1, other -> other >= 1, other -> other - 1).limit(MAX_QUORUMS))
                .ifPresent(flips::add);
        return flips;
    }

    /** The threshold beside the boundary, with three decimals if one of those flips. */
    private static Optional<ScenarioFlip> threshold(VoteRecount recount) {
        if (!(Boundary.of(recount) instanceof Boundary.UpTo(double highest))) {
            return Optional.empty();
        }
        DoubleStream tried = recount.outcome().decided()
                ? DoubleStream.of(Math.ceil(highest * THOUSAND) / THOUSAND,
                        Math.ceil(highest * THOUSAND + 1) / THOUSAND, highest + Boundary.NEAR)
                : DoubleStream.of(Math.floor(highest * THOUSAND) / THOUSAND, highest);
        double configured = recount.config().threshold();
        return tried.filter(threshold -> threshold >= 0 && threshold <= 1).boxed()
                .flatMap(
                        threshold -> ScenarioFlip.find(recount, FlipKind.THRESHOLD, 1, Math.abs(threshold - configured),
                                VoteScenario.UNCHANGED.withThreshold(threshold)).stream())
                .findFirst();
    }

    private static Optional<ScenarioFlip> nearest(VoteRecount recount, IntStream quorums) {
        int configured = recount.config().minVoters();
        return quorums.boxed().flatMap(quorum -> ScenarioFlip.find(recount, FlipKind.QUORUM, 1,
                ScenarioFlip.relativeDistance(quorum, configured),
                VoteScenario.UNCHANGED.withMinVoters(quorum)).stream()).findFirst();
    }
}
