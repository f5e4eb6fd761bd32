package dev.waggle.review.outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import dev.waggle.review.RunLog;
import dev.waggle.review.RunParameters;
import dev.waggle.review.explain.DecisionRules;
import dev.waggle.signal.Payload;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.consensus.evaluation.ConsensusCollector;
import dev.waggle.swarm.engine.record.OpeningFacts;
import dev.waggle.swarm.equivalence.TextEquivalence;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.runlog.LoopVersion;

/**
 * Decision of a run as a case to learn from. It is the case on which the strategy {@code learned} decided, and equally
 * that of a run by any other strategy: attention and reputation change nothing in it.
 *
 * @param run the id of the run
 * @param decision the options and who voted how; an option is the proposal at its index
 * @param proposals the proposals, equal ones as one
 * @param texts each text of each proposal, those of its equal ones too
 * @param decided the option that the run decided on; empty without a decision
 */
public record RunCase(String run, DecisionCase decision, List<Proposal> proposals, List<OptionText> texts,
        OptionalInt decided) {

    public RunCase {
        proposals = List.copyOf(proposals);
        texts = List.copyOf(texts);
    }

    /**
     * Text that names an option.
     *
     * @param option its index
     * @param id the id of the proposal with that text
     * @param name its name in reports, such as {@code p1}; empty if it has none
     * @param content the text
     */
    public record OptionText(int option, String id, String name, String content) {}

    /**
     * The case of a run of a journal.
     *
     * @throws IllegalArgumentException when the journal holds no entry of the run, or no agent voted in it
     */
    public static RunCase of(Journal journal, String run) {
        return of(run, journal.entriesOf(run));
    }

    /**
     * The case of a run.
     *
     * @param entries the entries of the run, in order
     * @throws IllegalArgumentException when no agent voted in it
     */
    public static RunCase of(String run, List<LogEntry> entries) {
        RunLog log = RunLog.of(run, entries);
        DecisionRules rules = DecisionRules.of(log);
        ConsensusCollector table = new ConsensusCollector(rules.weights(),
                rules.consensus().approval().requiredVoters());
        List<Payload.Proposal> proposed = new ArrayList<>();
        long end = log.decision().map(LogEntry::sequence).orElse(Long.MAX_VALUE);
        int answers = 0;
        for (LogEntry entry : log.statements()) {
            if (entry.sequence() < end) {
                boolean isCounted = log.loop().isAtLeast(LoopVersion.SECOND);
                table.accept(entry.signal(), isCounted ? entry.emission().invocation() : ++answers);
                if (entry.signal().payload() instanceof Payload.Proposal proposal) {
                    proposed.add(proposal);
                }
            }
        }
        ConsensusInput input = table.input();
        VoteTally tally = rules.consensus().tally(input);
        if (tally.voters() == 0) {
            throw new IllegalArgumentException("no agent voted in run " + run + ", so it teaches nothing"
                    + "\nMaybe it is the id of another run.");
        }
        List<Proposal> proposals = IntStream.range(0, tally.size()).mapToObj(tally::proposal).toList();
        List<OptionText> texts = new ArrayList<>();
        for (Payload.Proposal proposal : proposed) {
            indexOf(proposals, table.merges().hostOf(proposal.proposalId())).ifPresent(option -> texts.add(
                    new OptionText(option, proposal.proposalId(),
                            log.numbers().proposalName(proposal.proposalId()).orElse(""), proposal.content())));
        }
        return new RunCase(run, caseOf(log, tally), proposals, texts, log.decided()
                .map(reached -> indexOf(proposals, table.merges().hostOf(reached.proposalId())))
                .orElse(OptionalInt.empty()));
    }

    private static DecisionCase caseOf(RunLog log, VoteTally tally) {
        RunParameters rules = log.opened().map(RunParameters::of).orElseGet(RunParameters::unknown);
        String category = log.opened().flatMap(fact -> RunParameters.text(RunParameters.facts(fact),
                OpeningFacts.TASK_TYPE)).orElse("");
        return LearnedCase.ofReaders(category, DecisionRules.panel(log.opened(), rules))
                .withDependence(rules.thresholds().dependence()).of(tally);
    }

    private static OptionalInt indexOf(List<Proposal> proposals, String id) {
        return IntStream.range(0, proposals.size()).filter(i -> proposals.get(i).id().equals(id)).findFirst();
    }

    /**
     * Truth by a verdict on the decision. A wrong decision teaches the weights only if exactly one other answer is
     * possible: the other of two proposals, or an answer that no agent proposed beside a single one. A decision that is
     * right in part teaches them nothing.
     *
     * @throws IllegalArgumentException when the run has no decision
     */
    public RunTruth truth(RunVerdict verdict) {
        int winner = decided.orElseThrow(() -> new IllegalArgumentException("run " + run + " has no decision that is "
                + verdict.name().toLowerCase(Locale.ROOT) + "\nMaybe give the right answer instead."));
        int possible = proposals.size() + (decision.others() > 0 ? 1 : 0);
        return switch (verdict) {
            case CORRECT -> new RunTruth.Known(OptionalInt.of(winner));
            case PARTIAL -> new RunTruth.ForReputation("a decision that is right in part names no right answer");
            case WRONG -> possible == 2
                    ? new RunTruth.Known(IntStream.range(0, proposals.size()).filter(i -> i != winner).findFirst())
                    : new RunTruth.ForReputation((possible - 1) + " other answers may be right; the right one teaches"
                            + " the weights too");
        };
    }

    /**
     * Truth by the right answer. It names a proposal by its id, by its name such as {@code p1}, or by its text; a text is
     * compared as equal proposals are. An answer that names none was not proposed.
     *
     * @throws IllegalArgumentException when it is blank, or says the same as several proposals
     */
    public RunTruth truth(String answer) {
        if (answer.isBlank()) {
            throw new IllegalArgumentException("the right answer must not be blank");
        }
        String key = CanonicalAnswer.key(answer);
        String id = CanonicalAnswer.of(answer, List.of()).map(CanonicalAnswer::proposalId).orElse(answer);
        return new RunTruth.Known(first(answer, text -> text.id().equals(answer) || text.id().equals(id))
                .or(() -> first(answer, text -> CanonicalAnswer.key(text.content()).equals(key)))
                .or(() -> first(answer, text -> text.name().equals(answer.strip())))
                .or(() -> first(answer, text -> TextEquivalence.isSame(text.content(), answer)))
                .map(OptionalInt::of).orElse(OptionalInt.empty()));
    }

    private Optional<Integer> first(String answer, Predicate<OptionText> isIt) {
        List<Integer> options = texts.stream().filter(isIt).map(OptionText::option).distinct().toList();
        if (options.size() > 1) {
            throw new IllegalArgumentException("the answer \"" + answer + "\" says the same as " + options.size()
                    + " proposals\nMaybe give the id of one: "
                    + String.join(", ", options.stream().map(option -> proposals.get(option).id()).toList()) + ".");
        }
        return options.stream().findFirst();
    }
}
