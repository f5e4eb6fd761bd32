package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Logged entries of an interrupted solve, in order. The solve is replayed from its start: external results are taken
 * from here. Its own signals are compared with these entries, one by one, until there are no more. Owned by the thread
 * of the solve.
 */
public final class ReplayLog {

    private final List<LogEntry> entries;
    private final Map<Emission, WorkResult> recordedWork = new HashMap<>();
    /** Entries of the recorded work, for messages. */
    private final Map<Emission, LogEntry> workEntries = new HashMap<>();
    private final Map<Emission, String> unwritten = new HashMap<>();
    private final Map<Integer, Map<String, CallFacts.CalledAgent>> calls = new HashMap<>();
    private Optional<RunFacts.Closed> closed = Optional.empty();
    /** Number of payments for lost calls and after the end of their work, by payer. */
    private final Map<String, Integer> latePayers = new HashMap<>();
    /** The number of the last call of a model, from 1; 0 if there is none. */
    private int lastCall;
    private int position;

    /**
     * Creates the replay of one run's entries, in order.
     *
     * @throws DamagedLogException when an entry for an external result cannot be read
     */
    public ReplayLog(List<LogEntry> entries) {
        this.entries = List.copyOf(entries);
        Map<Emission, List<Signal>> signalsByCall = new HashMap<>();
        for (int i = 0; i < this.entries.size(); i++) {
            LogEntry entry = this.entries.get(i);
            try {
                index(entry, signalsByCall);
            } catch (RuntimeException bad) {
                throw damagedAt(entry, bad);
            }
            if (entry.signal().type().equals(HarnessSignals.START)) {
                lastCall = i + 1;
            }
        }
    }

    /** Empty log of a new solve. */
    public static ReplayLog none() {
        return new ReplayLog(List.of());
    }

    /** True if the solve has replayed all entries. */
    public boolean isExhausted() {
        return position == entries.size();
    }

    /** Number of entries. */
    public int size() {
        return entries.size();
    }

    /** Number of entries replayed so far. */
    public int position() {
        return position;
    }

    /** The next entry to replay. */
    public LogEntry next() {
        return entries.get(position);
    }

    /** The next fact to replay, if it is of that type. */
    public Optional<JsonObjectReader> next(SignalType type) {
        return isExhausted() || !next().signal().type().equals(type)
                ? Optional.empty()
                : Optional.of(FactBody.of(next().signal()));
    }

    /** The next entry that replaces no fact of that type which the journal refused; empty at the end of the log. */
    public Optional<LogEntry> nextAfterRefusals(SignalType type) {
        return entries.subList(position, entries.size()).stream()
                .dropWhile(entry -> RefusalFacts.isRefusal(entry)
                        && RefusalFacts.read(entry.signal()).type().equals(type))
                .findFirst();
    }

    /** The solve came to the next entry. */
    void advance() {
        position++;
    }

    /** Recorded result of a turn of an agent, or of a piece of work for a part of the runtime. */
    public Optional<WorkResult> recordedWork(Emission by) {
        return Optional.ofNullable(recordedWork.get(by));
    }

    /** Error of reading the recorded answer of that work, if the log holds it. */
    Optional<DamagedLogException> unreadable(Emission by, RuntimeException bad) {
        return Optional.ofNullable(workEntries.get(by)).map(entry -> damagedAt(entry, bad));
    }

    /** Fails when the work was done and the log could not hold its answer. */
    public void requireReadable(Emission by) {
        String reason = unwritten.get(by);
        if (reason != null) {
            throw new IllegalStateException("the solve cannot be done again: its log has no answer of " + by.by()
                    + " in piece of work " + by.invocation() + ", for it could not hold it: " + reason);
        }
    }

    /**
     * First entry not yet replayed that does not belong to that work. The log of a killed solve has none behind a
     * missing answer, because only harness signals of that work can follow.
     */
    public Optional<LogEntry> firstUnrelated(Emission by) {
        return entries.subList(position, entries.size()).stream().filter(entry -> !isToldIn(by, entry)).findFirst();
    }

    /**
     * First entry not yet replayed that cannot stand in a log before the answer of that work. It is a later round,
     * later work of the same author, or the end. It shows, before a call is made and paid, that an answer is missing.
     */
    public Optional<LogEntry> firstAfterAnswer(Emission by) {
        return entries.subList(position, entries.size()).stream().filter(entry -> isAfterAnswer(by, entry)).findFirst();
    }

    private static boolean isAfterAnswer(Emission by, LogEntry entry) {
        Signal signal = entry.signal();
        if (WorkFacts.isWorkFact(entry)) {
            Emission other = WorkFacts.emission(signal);
            return other.by().equals(by.by()) && other.invocation() > by.invocation();
        }
        return isOfSolve(signal) && (signal.type().equals(CallFacts.CALLED) || signal.type().equals(CallFacts.CLOSING)
                || signal.type().equals(RunFacts.CLOSED));
    }

    private static boolean isToldIn(Emission by, LogEntry entry) {
        return isOfSolve(entry.signal())
                ? RefusalFacts.isRefusal(entry) && isHarnessFactOf(by, RefusalFacts.read(entry.signal()))
                : entry.emission().equals(by);
    }

    private static boolean isHarnessFactOf(Emission by, RefusalFacts.Refusal refused) {
        return refused.type().profile() == Profile.HARNESS && refused.author().equals(by);
    }

    /** Agents called in that round. */
    public Optional<Map<String, CallFacts.CalledAgent>> calledAgents(int round) {
        return Optional.ofNullable(calls.get(round));
    }

    /** True if entries not yet replayed hold a model call. */
    boolean hasModelCallsAhead() {
        return lastCall > position;
    }

    /** Number of payments of that payer and its parts after the end of their work, or for lost calls. */
    int latePayments(String payer) {
        return latePayers.entrySet().stream()
                .filter(known -> known.getKey().equals(payer) || known.getKey().startsWith(payer + '/'))
                .mapToInt(Map.Entry::getValue).sum();
    }

    /** Payments in the entries that were not replayed yet. */
    List<BudgetLedger.Payment> payments() {
        return entries.subList(position, entries.size()).stream().flatMap(this::paymentsOf).toList();
    }

    private Stream<BudgetLedger.Payment> paymentsOf(LogEntry entry) {
        if (WorkFacts.isWorkFact(entry)) {
            return recordedWork(WorkFacts.emission(entry.signal())).stream()
                    .flatMap(done -> done.cost().payments().stream());
        }
        return isLatePayment(entry)
                ? WorkFacts.readCost(FactBody.of(entry.signal())).payments().stream()
                : Stream.empty();
    }

    private static boolean isLatePayment(LogEntry entry) {
        return WorkFacts.isLatePayment(entry.signal().type())
                && entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR);
    }

    /** True if the solve had ended. */
    boolean isClosed() {
        return closed.isPresent();
    }

    /** Total duration of a completed solve. */
    Optional<Duration> totalDuration() {
        return closed.map(RunFacts.Closed::total);
    }

    /** The name of the ending of a completed solve. */
    public Optional<String> ending() {
        return closed.map(RunFacts.Closed::ending);
    }

    /** Duration from the first date to the last. */
    public Duration duration() {
        return entries.isEmpty()
                ? Duration.ZERO
                : Duration.between(entries.getFirst().signal().time(), lastDate().orElseThrow());
    }

    /** The last date by the clock of the solve. */
    public Optional<Instant> lastDate() {
        return entries.stream().map(LogEntry::signal).filter(ReplayLog::isOfSolve).map(Signal::time)
                .max(Instant::compareTo);
    }

    private static boolean isOfSolve(Signal signal) {
        return signal.type().profile() != Profile.HARNESS;
    }

    private static DamagedLogException damagedAt(LogEntry entry, RuntimeException bad) {
        return DamagedLogException.at("log of " + entry.signal().scope().run(), entry, bad);
    }

    private void index(LogEntry entry, Map<Emission, List<Signal>> signalsByCall) {
        Signal signal = entry.signal();
        if (!isOfSolve(signal)) {
            signalsByCall.computeIfAbsent(entry.emission(), by -> new ArrayList<>()).add(signal);
        } else if (WorkFacts.isWorkFact(entry)) {
            Emission by = WorkFacts.emission(signal);
            workEntries.putIfAbsent(by, entry);
            WorkFacts.unwritten(signal).ifPresentOrElse(reason -> unwritten.put(by, reason),
                    () -> recordedWork.putIfAbsent(by,
                            WorkFacts.read(signal, signalsByCall.getOrDefault(by, List.of()))));
        } else if (RefusalFacts.isRefusal(entry)) {
            RefusalFacts.Refusal refused = RefusalFacts.read(signal);
            RefusalFacts.harnessFact(refused).ifPresent(lost -> signalsByCall
                    .computeIfAbsent(refused.author(), by -> new ArrayList<>()).add(lost));
        } else if (signal.type().equals(CallFacts.CALLED)) {
            CallFacts.RoundCalls round = CallFacts.read(FactBody.of(signal));
            calls.putIfAbsent(round.round(), round.called());
        } else if (signal.type().equals(RunFacts.CLOSED)) {
            closed = Optional.of(RunFacts.readClosed(signal));
        } else {
            RunFacts.requireReadable(entry);
            if (isLatePayment(entry)) {
                WorkFacts.readCost(FactBody.of(signal)).payments()
                        .forEach(payment -> latePayers.merge(payment.payer(), 1, Integer::sum));
            }
        }
    }
}
