package dev.waggle.swarm.runlog;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Journal of answers, stored as they arrive, before the log of the solve has them in order. It holds {@code
 * call:answered} for each call of a model or a tool within a piece of work. {@code call:sent} stands before each paid
 * call of a model. The harness signals of that work and its
 * fact follow, see {@link WorkFacts}. The working threads write it, in any order, and a replay reads it. A store that
 * fails loses only the answers, and the solve continues. Answers of an inner solve are stored here too, since it has
 * no log to resume from and its turn is repeated. Thread-safe.
 */
public final class AnswerJournal {

    /** A call within a piece of work was answered: {@code by}, {@code number}, {@code request}, {@code answer}. */
    public static final SignalType ANSWERED = SignalType.custom("call:answered");

    /**
     * A call within a piece of work was about to be sent: {@code by}, {@code number}, {@code request}, {@code model},
     * {@code inputTokens}, and {@code price} where its harness stated it.
     */
    public static final SignalType SENT = SignalType.custom("call:sent");

    private static final Source RUNTIME = Source.named(InfrastructureNames.ORCHESTRATOR);
    private static final Emission BY_RUNTIME = Emission.by(InfrastructureNames.ORCHESTRATOR);

    private final String run;
    /** Journal of the answers; empty if none are stored. */
    private final Optional<Journal> journal;
    /** Answers of the outer turn that runs this solve. */
    private final AnswerStore outer;
    private final World world;
    private final Map<Emission, WorkResult> recordedWork = new HashMap<>();
    /** Entries of the recorded work, for messages. */
    private final Map<Emission, LogEntry> workEntries = new HashMap<>();
    private final Map<Emission, List<StoredCall>> calls = new HashMap<>();
    /** Calls that earlier processes sent, in the order of their works' first calls. */
    private final Map<Emission, List<SentCall>> sent = new LinkedHashMap<>();

    /**
     * Creates the answer journal of that run.
     *
     * @param journal journal to write; empty for none
     * @param entries answers stored so far
     * @param outer answers of the outer turn that runs this solve, else {@link AnswerStore#NONE}
     * @param world date and ids of stored answers
     */
    public AnswerJournal(String run, Optional<Journal> journal, List<LogEntry> entries, AnswerStore outer,
            World world) {
        this.run = run;
        this.journal = journal;
        this.outer = outer;
        // Ids that no other process uses; stored answers are not compared with anything.
        this.world = world.fork("kept " + entries.size());
        Map<Emission, List<Signal>> signalsByCall = new HashMap<>();
        for (LogEntry entry : entries) {
            try {
                index(entry, signalsByCall);
            } catch (RuntimeException bad) {
                throw damagedAt(entry, bad);
            }
        }
    }

    /** Opens the answers of the run in that journal; new ones are appended to it. */
    public static AnswerJournal of(String run, Optional<Journal> journal, World world) {
        return new AnswerJournal(run, journal, journal.map(log -> log.entriesOf(run)).orElse(List.of()),
                AnswerStore.NONE, world);
    }

    /** Answer journal that holds and stores nothing. */
    public static AnswerJournal none(String run, World world) {
        return new AnswerJournal(run, Optional.empty(), List.of(), AnswerStore.NONE, world);
    }

    /** Date of the last stored answer, by the clock of the solve. */
    public static Optional<Instant> lastDate(List<LogEntry> entries) {
        return entries.stream().map(entry -> entry.signal().time()).max(Comparator.naturalOrder());
    }

    /** True if answers are stored at all. */
    public boolean isEnabled() {
        return journal.isPresent();
    }

    /** Result of a completed piece of work. */
    public Optional<WorkResult> recordedWork(Emission by) {
        return Optional.ofNullable(recordedWork.get(by));
    }

    /** All completed work, as a copy. */
    Set<Emission> recordedWork() {
        return new HashSet<>(recordedWork.keySet());
    }

    /** Error of reading the recorded answer of that work, if it is stored here. */
    Optional<DamagedLogException> unreadable(Emission by, RuntimeException bad) {
        return Optional.ofNullable(workEntries.get(by)).map(entry -> damagedAt(entry, bad));
    }

    /** Stores the result of a piece of work. */
    public void store(Emission by, WorkResult done) {
        done.harnessSignals().forEach(fact -> append(fact, by));
        append(fact(WorkFacts.typeFor(by), WorkFacts.storedBody(by, done)), BY_RUNTIME);
    }

    /**
     * Payments for calls of earlier processes that no payment in the log covers, and none of the stored answers will.
     * Such a process ended between the request and the answer, or before it logged a late payment. The endpoint may
     * have charged the request, so its estimated tokens are paid.
     *
     * @param logged the logged result of a piece of work
     * @param late number of logged payments of a payer outside of work
     */
    List<BudgetLedger.Payment> lostPayments(Function<Emission, Optional<WorkResult>> logged,
            ToIntFunction<String> late) {
        Map<String, List<BudgetLedger.Payment>> unpaid = new LinkedHashMap<>();
        sent.forEach((by, all) -> unpaid(by, all, logged).forEach(
                call -> unpaid.computeIfAbsent(by.by(), payer -> new ArrayList<>()).add(call.payment())));
        return unpaid.entrySet().stream()
                .flatMap(payer -> payer.getValue().stream().skip(late.applyAsInt(payer.getKey()))).toList();
    }

    /** Calls of that work without an answer to come, or without a payment in its result. */
    private List<SentCall> unpaid(Emission by, List<SentCall> all,
            Function<Emission, Optional<WorkResult>> logged) {
        List<StoredCall> answers = calls.getOrDefault(by, List.of());
        Optional<WorkResult> done = logged.apply(by).or(() -> recordedWork(by));
        if (done.isPresent()) {
            int paid = done.get().cost().payments().size()
                    + Math.toIntExact(answers.stream().filter(StoredCall::isUnpaid).count());
            return all.subList(Math.min(paid, all.size()), all.size());
        }
        List<String> answered = new ArrayList<>();
        answers.forEach(call -> answered.add(call.request()));
        return all.stream().filter(call -> !answered.remove(call.request())).toList();
    }

    /** The answers within a piece of work. */
    public AnswerStore storeFor(Emission by) {
        if (journal.isEmpty() && outer.equals(AnswerStore.NONE)) {
            return AnswerStore.NONE;
        }
        Map<String, Deque<JsonValue>> known = new HashMap<>();
        for (StoredCall call : calls.getOrDefault(by, List.of())) {
            known.computeIfAbsent(call.request(), request -> new ArrayDeque<>()).add(call.answer());
        }
        String place = JsonLine.quoted(by.by()) + ' ' + by.invocation() + ' ';
        return new AnswerStore() {
            @Override
            public Optional<JsonValue> poll(String request) {
                synchronized (known) {
                    Deque<JsonValue> answers = known.get(request);
                    if (answers != null && !answers.isEmpty()) {
                        return Optional.of(answers.remove());
                    }
                }
                return outer.poll(place + request);
            }

            @Override
            public void store(String request, JsonValue answer) {
                append(fact(ANSWERED, new StoredCall(by, request, answer).body()), BY_RUNTIME);
                outer.store(place + request, answer);
            }

            @Override
            public void start(StartedCall call) {
                append(fact(SENT, SentCall.of(by, call).body()), BY_RUNTIME);
                outer.start(
                        new StartedCall(place + call.request(), call.model(), call.inputTokens(), call.pricing()));
            }
        };
    }

    private Signal fact(SignalType type, Payload.Open body) {
        return new Signal(world.nextId("sig"), type, RUNTIME, world.now(), body,
                new Scope(null, null, run, null, null), Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
    }

    private void append(Signal signal, Emission by) {
        try {
            journal.ifPresent(log -> log.append(signal, by, world.now()));
        } catch (RuntimeException failed) {
            System.getLogger(AnswerJournal.class.getName()).log(System.Logger.Level.WARNING,
                    "an answer of " + by.by() + " in " + run
                            + " could not be kept; if the process ends now it will be asked for again",
                    failed);
        }
    }

    private DamagedLogException damagedAt(LogEntry entry, RuntimeException bad) {
        return DamagedLogException.at("store of answers of " + run, entry, bad);
    }

    private void index(LogEntry entry, Map<Emission, List<Signal>> signalsByCall) {
        Signal signal = entry.signal();
        if (signal.type().profile() == Profile.HARNESS) {
            signalsByCall.computeIfAbsent(entry.emission(), by -> new ArrayList<>()).add(signal);
        } else if (signal.type().equals(ANSWERED)) {
            StoredCall call = StoredCall.read(FactBody.of(signal));
            calls.computeIfAbsent(call.by(), by -> new ArrayList<>()).add(call);
        } else if (signal.type().equals(SENT)) {
            SentCall call = SentCall.read(FactBody.of(signal));
            sent.computeIfAbsent(call.by(), by -> new ArrayList<>()).add(call);
        } else if (WorkFacts.isWorkFact(entry)) {
            Emission by = WorkFacts.emission(signal);
            workEntries.putIfAbsent(by, entry);
            recordedWork.putIfAbsent(by, WorkFacts.read(signal, signalsByCall.getOrDefault(by, List.of())));
        }
    }
}
