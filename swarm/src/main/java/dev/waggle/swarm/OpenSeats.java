package dev.waggle.swarm;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.signal.Signal;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.SeatHistory;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.agent.seat.SeatFacts.AskedSeat;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.WorkFacts;

/**
 * Open requests of a run to people who answer later, as its log has them. Programs that did not run the solve read
 * them here, and answer with {@link SeatRequest#answer}. An answer that no process has taken yet is not in the log, so
 * its request is open here.
 *
 * @param run the solve
 * @param requests the requests, in the order in which they were asked; none in a run that ended
 */
public record OpenSeats(String run, List<SeatRequest> requests) {

    public OpenSeats {
        requests = List.copyOf(requests);
    }

    /**
     * Reads the open requests.
     *
     * @param entries the entries of the run, in order
     * @throws IllegalArgumentException when they cannot be understood
     */
    public static OpenSeats of(String run, List<LogEntry> entries) {
        LogReader reader = new LogReader();
        entries.forEach(reader::accept);
        return reader.open.isEmpty()
                ? new OpenSeats(run, List.of())
                : reader.read(run, LoggedRun.task(FactBody.of(entries.getFirst().signal())));
    }

    /**
     * The open request to that seat.
     *
     * @throws IllegalArgumentException when it is not asked
     */
    public SeatRequest of(String seat) {
        return find(seat).orElseThrow(() -> new IllegalArgumentException("the seat " + JsonLine.quoted(seat) + " of "
                + run + " is not asked now\nMaybe " + remedy()));
    }

    /**
     * The open request for exactly that turn.
     *
     * @throws IllegalArgumentException when the seat is asked for another turn, or is not asked
     */
    public SeatRequest of(SeatTurn turn) {
        SeatRequest request = of(turn.seat());
        if (!request.turn().equals(turn)) {
            throw new IllegalArgumentException("the " + turn + " is not asked now: the request is for the "
                    + request.turn() + "\nMaybe read the request again and answer that one.");
        }
        return request;
    }

    private Optional<SeatRequest> find(String seat) {
        return requests.stream().filter(request -> request.turn().seat().equals(seat)).findFirst();
    }

    private String remedy() {
        return requests.isEmpty() ? "the run is over, or waggle resume has to go on first."
                : "one of: " + requests.stream().map(request -> request.turn().seat())
                        .collect(Collectors.joining(", ")) + ".";
    }

    /** One pass over a log. */
    private static final class LogReader {

        private final Map<String, Signal> published = new HashMap<>();
        private final Map<String, Integer> numbers = new HashMap<>();
        private final Map<Emission, List<InboxItem>> inboxes = new HashMap<>();
        private final Map<Emission, AskedSeat> open = new LinkedHashMap<>();
        private int count;

        void accept(LogEntry entry) {
            Signal signal = entry.signal();
            if (RunFacts.isPublished(entry)) {
                count++;
                published.putIfAbsent(signal.id(), signal);
                numbers.putIfAbsent(signal.id(), count);
            } else if (entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR)) {
                acceptFact(entry);
            }
        }

        private void acceptFact(LogEntry entry) {
            Signal signal = entry.signal();
            if (signal.type().equals(SeatFacts.ASKED)) {
                AskedSeat asked = SeatFacts.readAsked(FactBody.of(signal));
                open.put(emission(asked.turn()), asked);
            } else if (SeatFacts.isReply(signal.type())) {
                open.remove(emission(SeatFacts.readReply(signal.type(), FactBody.of(signal)).turn()));
            } else if (WorkFacts.isWorkFact(entry)) {
                open.remove(WorkFacts.emission(signal));
            } else if (InboxFacts.isInboxRead(entry)) {
                inboxes.put(InboxFacts.reader(signal), InboxFacts.items(signal));
            } else if (signal.type().equals(RunFacts.CLOSED)) {
                open.clear();
            }
        }

        OpenSeats read(String run, Task task) {
            return new OpenSeats(run, open.values().stream().map(asked -> request(asked, task)).toList());
        }

        private SeatRequest request(AskedSeat asked, Task task) {
            AgentMail mail = new AgentMail(signals(asked.news()),
                    inboxes.getOrDefault(emission(asked.turn()), List.of()));
            return new SeatRequest(asked.turn(), task, asked.deadline(), asked.occasion(), mail,
                    SeatHistory.of(signals(asked.heard()), id -> numbers.getOrDefault(id, 0)));
        }

        private List<Signal> signals(List<String> ids) {
            return ids.stream().map(published::get).filter(Objects::nonNull).toList();
        }

        private static Emission emission(SeatTurn turn) {
            return new Emission(turn.seat(), turn.turn());
        }
    }
}
