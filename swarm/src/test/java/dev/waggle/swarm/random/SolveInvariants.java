package dev.waggle.swarm.random;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.testbed.EventOrder;

/** Rules that hold after every solve, whatever was published and whatever went wrong. */
enum SolveInvariants {

    /** Every acknowledged entry is in the log once, and no two entries are of one signal. */
    ACKNOWLEDGED_ONCE(SolveInvariants::acknowledged),
    /** Spending stays within the budget, except for the charges of models beyond their allowance. */
    WITHIN_BUDGET(SolveInvariants::budget),
    /** The last event reports the end, once; so does the last entry of the log. */
    NOTHING_AFTER_THE_END(SolveInvariants::end),
    /** No agent publishes a type that it may not, nor one that only the runtime can know, nor under another name. */
    ONLY_WHAT_MAY_BE_SAID(SolveInvariants::words),
    /** One vote counts for each agent and proposal. */
    ONE_VOTE_EACH(run -> new VoteRecount(run).complaint()),
    /** No more signals than the limit allows; the decision is not counted. */
    WITHIN_SIGNALS(SolveInvariants::signals),
    /** No more rounds than the limit allows, numbered from 1. */
    WITHIN_ROUNDS(SolveInvariants::rounds),
    /** No more time than the limit allows. */
    WITHIN_TIME(run -> complain(run.result().timing().total().compareTo(run.config().limits().timeout()) > 0,
            () -> "it took " + run.result().timing().total())),
    /** Every call of a model has one start and one end, and all its reports lie between. */
    CALLS_END_ONCE(SolveInvariants::calls),
    /** The odds of a debate belong to its two proposals and sum to 1; one of the two wins, or neither. */
    DEBATES_ADD_UP(SolveInvariants::debates),
    /** Events come in the documented order. */
    EVENTS_IN_ORDER(run -> EventOrder.complaint(run.events(), run.config().steering().effort())),
    /** Every turn that an agent is given ends in one answer or one failure, before its next. */
    ONE_TURN_EACH(run -> new TurnRecount(run).complaint()),
    /** The contributions of agents equal those in the log. */
    CONTRIBUTIONS_COUNTED(run -> new ContributionRecount(run).complaint()),
    /** The cost is the sum of what each payer spent. */
    COST_ADDS_UP(SolveInvariants::cost),
    /** No conflict is open and resolved. */
    CONFLICTS_APART(run -> complain(run.result().coordination().resolvedConflicts().stream().anyMatch(
            resolved -> run.result().coordination().conflicts().stream()
                    .anyMatch(open -> open.joins(resolved.signalA().id(), resolved.signalB().id()))),
            () -> "open and resolved: " + run.result().coordination().resolvedConflicts())),
    /** The confidence of the swarm lies between 0 and 1, and so do the shares. */
    CONFIDENCE_IN_RANGE(SolveInvariants::confidence),
    /** Agents receive from the sources that the topology allows, and from the infrastructure always. */
    INFRASTRUCTURE_IS_HEARD(run -> new AudienceCheck(run).complaint()),
    /** An agent that was disabled or dissolved neither receives nor publishes any more. */
    GONE_IS_SILENT(SolveInvariants::gone),
    /** No mail is lost: it is answered, waits for the next turn, or is given up in the log. */
    MAIL_IS_KEPT(run -> new MailCheck(run).complaint());

    private static final double ROUNDING = 1e-9;

    /** Characters that are quoted on either side of a difference. */
    private static final int AROUND = 400;

    private final Function<SwarmRun, Optional<String>> check;

    SolveInvariants(Function<SwarmRun, Optional<String>> check) {
        this.check = check;
    }

    /** The invariants that a run breaks, with the reason. */
    static Map<SolveInvariants, String> broken(SwarmRun run) {
        Map<SolveInvariants, String> broken = new EnumMap<>(SolveInvariants.class);
        for (SolveInvariants each : values()) {
            each.check.apply(run).ifPresent(reason -> broken.put(each, reason));
        }
        return broken;
    }

    /** The first difference between two solves that must be equal; the real dates of their entries may differ. */
    static Optional<String> difference(SwarmRun one, SwarmRun other) {
        int shorter = Math.min(one.entries().size(), other.entries().size());
        for (int i = 0; i < shorter; i++) {
            LogEntry a = one.entries().get(i);
            LogEntry b = other.entries().get(i);
            if (!a.emission().equals(b.emission()) || !a.signal().equals(b.signal())) {
                return Optional.of("entry " + (i + 1) + " of " + a.emission() + ", " + a.signal().type() + ": "
                        + departure(a.emission() + " " + a.signal(), b.emission() + " " + b.signal()));
            }
        }
        if (one.entries().size() != other.entries().size()) {
            return Optional.of("there were " + one.entries().size() + " entries and are " + other.entries().size());
        }
        return complain(!one.result().equals(other.result()), () -> departure(one.result(), other.result()));
    }

    /** The first part in which two results differ. */
    private static String departure(SwarmResult one, SwarmResult other) {
        for (RecordComponent part : SwarmResult.class.getRecordComponents()) {
            try {
                Object was = part.getAccessor().invoke(one);
                Object is = part.getAccessor().invoke(other);
                if (!Objects.equals(was, is)) {
                    return part.getName() + ": " + departure(String.valueOf(was), String.valueOf(is));
                }
            } catch (ReflectiveOperationException unreadable) {
                throw new IllegalStateException(unreadable);
            }
        }
        return "they are equal";
    }

    /** The first difference of two texts, with the text around it. */
    private static String departure(String was, String is) {
        int at = 0;
        while (at < Math.min(was.length(), is.length()) && was.charAt(at) == is.charAt(at)) {
            at++;
        }
        return "it was " + around(was, at) + "\n and is " + around(is, at);
    }

    private static String around(String words, int at) {
        return words.substring(Math.max(0, at - AROUND), Math.min(words.length(), at + AROUND));
    }

    static Optional<String> complain(boolean isBroken, java.util.function.Supplier<String> why) {
        return isBroken ? Optional.of(why.get()) : Optional.empty();
    }

    private static Optional<String> acknowledged(SwarmRun run) {
        if (!run.acknowledged().equals(run.entries())) {
            List<LogEntry> lost = new ArrayList<>(run.acknowledged());
            lost.removeAll(run.entries());
            List<LogEntry> more = new ArrayList<>(run.entries());
            more.removeAll(run.acknowledged());
            return Optional.of("acknowledged and lost " + lost + ", there and not acknowledged " + more);
        }
        Set<String> ids = new HashSet<>();
        for (LogEntry entry : run.entries()) {
            if (!ids.add(entry.signal().id())) {
                return Optional.of("twice in the log: " + entry.signal());
            }
        }
        Set<Signal> logged = new HashSet<>(run.entries().stream().map(LogEntry::signal).toList());
        return run.result().signalLog().stream().filter(signal -> !logged.contains(signal)).findFirst()
                .map(signal -> "said and not in the journal: " + signal);
    }

    private static Optional<String> budget(SwarmRun run) {
        Budget budget = run.config().spending().budget();
        UsageTotals spent = run.result().cost().total();
        Price price = run.config().spending().prices().of("random:model");
        boolean tokens = budget.tokens() != null
                && spent.totalTokens() > budget.tokens() + run.overcharged() + ROUNDING;
        boolean usd = budget.usd() != null
                && spent.usd() > budget.usd() + price.of(0, run.overcharged()) + ROUNDING;
        return complain(tokens || usd, () -> "of " + budget + " were spent " + spent);
    }

    private static Optional<String> end(SwarmRun run) {
        long ends = run.events().stream().filter(SwarmEvent.SolveCompleted.class::isInstance).count();
        if (ends != 1 || !(run.events().getLast() instanceof SwarmEvent.SolveCompleted)) {
            return Optional.of(ends + " ends, and last came " + run.events().getLast());
        }
        long closed = run.entries().stream().filter(entry -> isClosing(entry)).count();
        return complain(closed != 1 || !isClosing(run.entries().getLast()),
                () -> closed + " entries of an end, and last came " + run.entries().getLast());
    }

    private static boolean isClosing(LogEntry entry) {
        return entry.signal().type().equals(RunFacts.CLOSED) && entry.emission().invocation() == 0;
    }

    private static Optional<String> words(SwarmRun run) {
        Map<String, AgentProfile> profiles = run.profiles();
        Set<Signal> said = new HashSet<>(run.result().signalLog());
        for (LogEntry entry : run.entries()) {
            AgentProfile profile = profiles.get(entry.emission().by());
            if (profile != null && said.contains(entry.signal())) {
                Signal signal = entry.signal();
                boolean isKnownOnly = signal.payload() instanceof Payload.Task
                        || signal.payload() instanceof Payload.ConsensusReached
                        || RunFacts.isRuntimeFact(signal.type())
                        || signal.type().profile() == Profile.HARNESS;
                if (isKnownOnly || !profile.mayEmit(signal.type())
                        || !signal.source().label().equals(profile.id())) {
                    return Optional.of(profile.id() + " said " + signal);
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> signals(SwarmRun run) {
        Set<Signal> said = new HashSet<>(run.result().signalLog());
        long counted = run.entries().stream().filter(entry -> said.contains(entry.signal()))
                .filter(entry -> !isDecision(entry)).count();
        return complain(counted > run.config().limits().maxSignals(), () -> counted + " signals");
    }

    private static boolean isDecision(LogEntry entry) {
        return entry.emission().invocation() == 0 && entry.signal().payload() instanceof Payload.ConsensusReached;
    }

    private static Optional<String> rounds(SwarmRun run) {
        List<Integer> begun = run.events().stream().filter(SwarmEvent.RoundStarted.class::isInstance)
                .map(event -> ((SwarmEvent.RoundStarted) event).round()).toList();
        for (int i = 0; i < begun.size(); i++) {
            if (begun.get(i) != i + 1) {
                return Optional.of("rounds " + begun);
            }
        }
        return complain(begun.size() > run.config().limits().maxRounds()
                || begun.size() != run.result().timing().roundsUsed(), () -> "rounds " + begun);
    }

    private static Optional<String> calls(SwarmRun run) {
        Map<String, Emission> open = new HashMap<>();
        Set<String> unheld = new HashSet<>(run.unheld().stream().map(Signal::id).toList());
        for (LogEntry entry : run.entries()) {
            Signal signal = entry.signal();
            if (signal.type().profile() != Profile.HARNESS) {
                continue;
            }
            if (signal.type().equals(HarnessSignals.START)) {
                open.put(signal.id(), entry.emission());
            } else {
                String start = Objects.toString(signal.links().cause());
                Emission by = signal.type().equals(HarnessSignals.END) ? open.remove(start) : open.get(start);
                if (!entry.emission().equals(by) && !unheld.contains(start)) {
                    return Optional.of("no such call is under way: " + signal);
                }
            }
        }
        // An end that the journal could not hold is missing, and reported.
        run.unheld().stream().filter(signal -> signal.type().equals(HarnessSignals.END))
                .forEach(end -> open.remove(Objects.toString(end.links().cause())));
        return complain(!open.isEmpty(), () -> "calls without an end: " + open);
    }

    private static Optional<String> debates(SwarmRun run) {
        Set<String> rivals = Set.of();
        for (SwarmEvent event : run.events()) {
            if (event instanceof SwarmEvent.DebateStarted started) {
                rivals = Set.of(started.proposalA(), started.proposalB());
            } else if (event instanceof SwarmEvent.DebateRoundEnded round) {
                double sum = round.posteriors().values().stream().mapToDouble(each -> each).sum();
                if (!round.posteriors().keySet().equals(rivals) || !(Math.abs(sum - 1) <= ROUNDING)) {
                    return Optional.of("odds " + round.posteriors() + " of " + rivals);
                }
            }
        }
        for (DebateResult result : run.result().coordination().debateResults()) {
            String winner = result.winningProposalId();
            boolean isOne = winner == null || Set.of(result.proposalA(), result.proposalB()).contains(winner);
            if (!isOne || !(result.confidence() >= 0 && result.confidence() <= 1)
                    || result.roundsUsed() > run.config().consensus().maxDebateRounds()) {
                return Optional.of("debate " + result);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> cost(SwarmRun run) {
        Map<String, UsageTotals> byPayer = run.result().cost().byPayer();
        UsageTotals total = run.result().cost().total();
        UsageTotals sum = UsageTotals.NOTHING;
        for (UsageTotals each : byPayer.values()) {
            TokenUsage tokens = new TokenUsage(sum.inputTokens() + each.inputTokens(),
                    sum.outputTokens() + each.outputTokens(), sum.totalTokens() + each.totalTokens(),
                    sum.cachedInputTokens() + each.cachedInputTokens(),
                    sum.cacheWriteTokens() + each.cacheWriteTokens(), sum.reasoningTokens() + each.reasoningTokens());
            sum = new UsageTotals(sum.calls() + each.calls(), tokens, sum.usd() + each.usd(),
                    sum.estimatedCalls() + each.estimatedCalls(), sum.savedUsd() + each.savedUsd(),
                    sum.unpricedCalls() + each.unpricedCalls());
        }
        UsageTotals all = sum;
        Set<String> known = new HashSet<>(run.profiles().keySet());
        known.addAll(InfrastructureNames.NAMES);
        return complain(!all.equals(total) || !known.containsAll(byPayer.keySet()),
                () -> total + " is not the sum of " + byPayer);
    }

    private static Optional<String> confidence(SwarmRun run) {
        double stated = run.result().confidence();
        List<ProposalStanding> standings = run.result().consensus().standings();
        return complain(!isUnit(stated) || standings.stream().anyMatch(
                each -> !isUnit(each.share()) || !isUnit(each.weightRatio())),
                () -> "confidence " + stated + ", standings " + standings);
    }

    private static boolean isUnit(double value) {
        return value >= 0 && value <= 1;
    }

    private static Optional<String> gone(SwarmRun run) {
        Set<String> gone = new HashSet<>();
        for (SwarmEvent event : run.events()) {
            Optional<String> acts = actor(event).filter(gone::contains);
            if (acts.isPresent()) {
                return Optional.of(acts.get() + " was sent away, and then came " + event);
            }
            AudienceCheck.leaver(event).ifPresent(gone::add);
        }
        return Optional.empty();
    }

    /** The agent that receives or publishes in this event, if any. */
    private static Optional<String> actor(SwarmEvent event) {
        return switch (event) {
            case SwarmEvent.AgentReacted reacted -> Optional.of(reacted.reaction().agentId());
            case SwarmEvent.SignalDelivered delivered -> Optional.of(delivered.targetAgentId());
            case SwarmEvent.SignalEmitted emitted -> Optional.of(emitted.signal().source().label());
            case SwarmEvent.InboxRead read -> Optional.of(read.agentId());
            case SwarmEvent.LifecycleRecorded life -> Facts.activated(life.fact());
            default -> Optional.empty();
        };
    }

    /** Facts that the runtime records about agents. */
    static final class Facts {

        private Facts() {}

        /** The agent that is given a turn, if the fact reports one. */
        static Optional<String> activated(Signal fact) {
            return fact.type().equals(LifecycleFacts.AGENT_ACTIVATED)
                    ? Optional.of(FactBody.of(fact).text("agent"))
                    : Optional.empty();
        }
    }

}
