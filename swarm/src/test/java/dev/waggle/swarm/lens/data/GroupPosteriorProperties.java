package dev.waggle.swarm.lens.data;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.data.VoteDebate.CastVote;

/**
 * Properties that the posterior of a deliberation must have, over seeded debates of signals; each answers the first
 * violation.
 */
final class GroupPosteriorProperties {

    /** Differences that rounding makes. */
    private static final double ROUNDING = 1e-12;

    private static final int MAX_COPIES = 4;
    private static final int UNANIMOUS = 12;

    private final PosteriorKind kind;
    private final int cases;

    GroupPosteriorProperties(PosteriorKind kind, int cases) {
        this.kind = kind;
        this.cases = cases;
    }

    private interface Check {

        /** The violation; empty without one. */
        String violation(VoteDebate debate, Random random);
    }

    private String first(int seed, Check check) {
        for (int number = 0; number < cases; number++) {
            Random random = new Random(seed * 1_000_003L + number);
            VoteDebate debate = VoteDebate.random(random, kind);
            String violation = check.violation(debate, random);
            if (!violation.isEmpty()) {
                return "case " + number + ": " + violation + " in " + debate;
            }
        }
        return "";
    }

    /** Every check by name, with its first violation. */
    Map<String, String> violations() {
        Map<String, String> found = new HashMap<>();
        found.put("supporter", supporterNeverLowers());
        found.put("objection", objectionNeverRaises());
        found.put("share", moreVotersOfOneShareNeverLower());
        found.put("unanimity", unanimityRisesToItsBound());
        found.put("order", orderDoesNotMatter());
        found.put("form", formDoesNotMatter());
        found.put("neutral", neutralChangesNothing());
        found.put("leader", leaderIsTheMostProbable());
        found.put("withdrawn", whatIsWithdrawnLeavesNoTrace());
        found.put("split", whatIsSplitLeavesNoTrace());
        found.put("incremental", everyPathToTheSameBallotsIsEqual());
        found.put("evidence", evidenceAddsUp());
        found.values().removeIf(String::isEmpty);
        return found;
    }

    private String supporterNeverLowers() {
        return first(1, (debate, random) -> {
            String answer = debate.proposal(random);
            DeliberationData before = debate.data();
            DeliberationData after = debate.with(CastVote.random(random, "new", answer, Stance.AGREE)).data();
            return lowered("a supporter of " + answer, before, after, before.proposalNumber(answer).orElseThrow());
        });
    }

    private String objectionNeverRaises() {
        return first(2, (debate, random) -> {
            String answer = debate.proposal(random);
            DeliberationData free = debate.data();
            DeliberationData objected = debate.with(CastVote.random(random, "new", answer, Stance.DISAGREE)).data();
            return lowered("an objection to " + answer + ", backwards", objected, free,
                    free.proposalNumber(answer).orElseThrow());
        });
    }

    private String moreVotersOfOneShareNeverLower() {
        return first(3, (debate, random) -> {
            List<CastVote> many = new ArrayList<>();
            for (int copy = 2 + random.nextInt(MAX_COPIES); copy > 0; copy--) {
                String suffix = "." + copy;
                debate.votes().forEach(vote -> many.add(vote.by(vote.agent() + suffix)));
            }
            DeliberationData before = debate.data();
            DeliberationData after = debate.with(many).data();
            OptionalInt leader = before.leader();
            return leader.isEmpty() ? "" : lowered("more voters", before, after, leader.getAsInt());
        });
    }

    private static String lowered(String what, DeliberationData before, DeliberationData after, int proposal) {
        boolean isLower = after.probability(proposal) < before.probability(proposal) - ROUNDING
                || after.share(proposal) < before.share(proposal) - ROUNDING;
        return isLower ? what + ": " + before.probability(proposal) + " to " + after.probability(proposal) : "";
    }

    private String unanimityRisesToItsBound() {
        return first(4, (debate, random) -> {
            double confidence = 0.05 + 0.95 * random.nextDouble();
            DeliberationData data = debate.open();
            double before = data.probability(0);
            for (int voter = 0; voter < UNANIMOUS; voter++) {
                data.accept(CastVote.agree("v" + voter, "p0", confidence).signal());
                double after = data.probability(0);
                if (!(after > before)) {
                    return "voter " + voter + " of confidence " + confidence + ": " + before + " to " + after;
                }
                before = after;
            }
            double bound = new VoterModel(VoterModel.READERS.gain(), LensThresholds.defaults().dependence()).bound();
            return data.temper(0) * data.logOdds(0) < bound ? "" : "beyond the bound";
        });
    }

    /** Agents may speak in any order; the votes of each stay in theirs. */
    private String orderDoesNotMatter() {
        return first(5, (debate, random) -> {
            Map<String, Deque<CastVote>> own = new LinkedHashMap<>();
            debate.votes().forEach(vote -> own.computeIfAbsent(vote.agent(), _ -> new ArrayDeque<>()).add(vote));
            List<CastVote> other = new ArrayList<>();
            while (!own.isEmpty()) {
                List<String> agents = List.copyOf(own.keySet());
                String next = agents.get(random.nextInt(agents.size()));
                other.add(own.getOrDefault(next, new ArrayDeque<>()).remove());
                own.values().removeIf(Deque::isEmpty);
            }
            return isSame(debate.data(), debate.with(other).data()) ? "" : "another order differs";
        });
    }

    private String formDoesNotMatter() {
        return first(6, (debate, random) -> {
            int answer = random.nextInt(debate.proposals());
            double confidence = 0.01 + random.nextDouble() * 0.99;
            List<CastVote> both = new ArrayList<>();
            for (int proposal = 0; proposal < debate.proposals(); proposal++) {
                both.add(proposal == answer ? CastVote.agree("new", "p" + answer, confidence)
                        : CastVote.disagree("new", "p" + proposal, random.nextDouble()));
            }
            Collections.shuffle(both, random);
            return isSame(debate.with(CastVote.agree("new", "p" + answer, confidence)).data(),
                    debate.with(both.toArray(CastVote[]::new)).data())
                            ? "" : "objections to the rivals of " + answer + " count beside the agreement";
        });
    }

    private String neutralChangesNothing() {
        return first(7, (debate, random) -> {
            String answer = debate.proposal(random);
            Stance stance = random.nextBoolean() ? Stance.AGREE : Stance.DISAGREE;
            CastVote neutral = switch (random.nextInt(3)) {
                case 0 -> CastVote.random(random, "new", answer, Stance.ABSTAIN);
                case 1 -> new CastVote("new", answer, stance, 0, 1);
                default -> new CastVote("new", answer, stance, 1, 0);
            };
            return isSame(debate.data(), debate.with(neutral).data()) ? "" : "a neutral vote " + neutral;
        });
    }

    private String leaderIsTheMostProbable() {
        return first(8, (debate, _) -> {
            DeliberationData data = debate.data();
            double[] probabilities = probabilities(data);
            double none = 1 - Arrays.stream(probabilities).sum();
            OptionalInt leader = data.leader();
            double[] rivals = IntStream.range(0, probabilities.length).filter(k -> leader.isEmpty()
                    || k != leader.getAsInt()).mapToDouble(k -> probabilities[k]).sorted().toArray();
            double best = rivals.length == 0 ? none : Math.max(none, rivals[rivals.length - 1]);
            if (leader.isPresent()) {
                return probabilities[leader.getAsInt()] >= best - ROUNDING ? "" : "a rival of the leader with " + best;
            }
            boolean isTied = rivals.length > 1 && rivals[rivals.length - 1] - rivals[rivals.length - 2] < ROUNDING;
            return isTied || best - none < ROUNDING ? "" : "no leader, and " + best;
        });
    }

    private String whatIsWithdrawnLeavesNoTrace() {
        return first(9, (debate, random) -> {
            CastVote gone = CastVote.random(random, "new", debate.proposal(random));
            if (debate.rule() == BallotRule.APPROVAL || gone.stance() != Stance.AGREE || debate.proposals() == 1) {
                return isSame(debate.data(), debate.with(gone,
                        CastVote.random(random, "new", gone.proposal(), Stance.ABSTAIN)).data()) ? ""
                                : "an abstention leaves a trace of " + gone;
            }
            int other = 1 + random.nextInt(debate.proposals() - 1);
            CastVote stays = CastVote.random(random, "new",
                    "p" + (Integer.parseInt(gone.proposal().substring(1)) + other) % debate.proposals(), Stance.AGREE);
            return isSame(debate.with(stays).data(), debate.with(gone, stays).data()) ? ""
                    : "an exclusive agreement leaves a trace of " + gone;
        });
    }

    private String whatIsSplitLeavesNoTrace() {
        return first(10, (debate, random) -> {
            List<CastVote> votes = new ArrayList<>();
            for (int voter = random.nextInt(4); voter > 0; voter--) {
                votes.add(CastVote.random(random, "new" + voter, "late"));
            }
            DeliberationData plain = debate.data();
            plain.accept(VoteDebate.proposal("late", "author"));
            votes.forEach(vote -> plain.accept(vote.signal()));
            DeliberationData merged = debate.data();
            merged.accept(VoteDebate.merge("late", debate.proposal(random)));
            merged.accept(VoteDebate.proposal("late", "author"));
            votes.forEach(vote -> merged.accept(vote.signal()));
            double[] before = probabilities(merged);
            merged.accept(VoteDebate.split("late"));
            boolean isMerged = before.length == debate.proposals();
            return isMerged && isSame(plain, merged) ? "" : "a split differs";
        });
    }

    /** Votes that come and go over rounds, with readers in between, against the final ballots alone. */
    private String everyPathToTheSameBallotsIsEqual() {
        return first(11, (debate, random) -> {
            DeliberationData data = debate.data();
            int round = 1;
            for (int vote = random.nextInt(12); vote > 0; vote--) {
                data.accept(CastVote.random(random, "a" + random.nextInt(6), debate.proposal(random)).signal());
                switch (random.nextInt(4)) {
                    case 0 -> data.beginRound(++round);
                    case 1 -> data.leader();
                    case 2 -> data.evidenceOfRound();
                    default -> data.distributionBefore();
                }
            }
            List<CastVote> ballots = new ArrayList<>();
            for (int agent = 0; agent < data.agentCount(); agent++) {
                String id = data.agentId(agent);
                data.ballotsOf(agent).values().forEach(ballot -> ballots.add(0, new CastVote(id,
                        "p" + ballot.proposal(), ballot.stance(), ballot.weight(), ballot.confidence())));
            }
            VoteDebate scratch = new VoteDebate(kind, BallotRule.APPROVAL, debate.proposals(), ballots);
            return isSame(data, scratch.data()) ? "" : "a path of votes differs from its ballots";
        });
    }

    private String evidenceAddsUp() {
        return first(12, (debate, random) -> {
            DeliberationData data = debate.data();
            data.beginRound(2);
            for (int vote = random.nextInt(6); vote > 0; vote--) {
                data.accept(CastVote.random(random, "a" + random.nextInt(6), debate.proposal(random)).signal());
            }
            double[] all = new double[debate.proposals()];
            double[] ofRound = new double[debate.proposals()];
            for (int agent = 0; agent < data.agentCount(); agent++) {
                data.evidenceOf(agent).forEach((proposal, nats) -> all[proposal] += nats);
            }
            for (EvidenceChange change : data.evidenceOfRound()) {
                change.nats().forEach((proposal, nats) -> ofRound[proposal] += nats);
                if (change.nats().isEmpty() || change.nats().containsValue(0.0)) {
                    return "a change without evidence";
                }
            }
            for (int proposal = 0; proposal < all.length; proposal++) {
                if (Math.abs(all[proposal] - data.logOdds(proposal)) > ROUNDING * debate.votes().size() + ROUNDING
                        || Math.abs(ofRound[proposal] - data.logOddsOfRound(proposal)) > 1e-10) {
                    return "evidence of " + proposal + ": " + all[proposal] + " and " + data.logOdds(proposal);
                }
            }
            return "";
        });
    }

    private static double[] probabilities(DeliberationData data) {
        return IntStream.range(0, data.proposalCount()).mapToDouble(data::probability).toArray();
    }

    /** True if no bit differs. */
    private static boolean isSame(DeliberationData left, DeliberationData right) {
        return Arrays.equals(probabilities(left), probabilities(right))
                && Arrays.equals(left.distribution(), right.distribution()) && left.leader().equals(right.leader());
    }
}
