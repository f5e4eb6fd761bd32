package dev.waggle.server.api.a2a;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.OpenSeat;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/** Answers to people's seats in messages of A2A clients. */
final class SeatReply {

    private final SeatRegistry seats;

    SeatReply(SeatRegistry seats) {
        this.seats = seats;
    }

    /**
     * An answer that can be stored.
     *
     * @param request the request that it answers
     * @param lines its statements
     */
    record Answer(SeatRegistry.OpenRequest request, List<String> lines) {

        Answer {
            lines = List.copyOf(lines);
        }

        SeatTurn turn() {
            return request.seat().turn();
        }
    }

    /** Words of a message: the seat, unless it names none, and its statements. */
    private record Statement(@Nullable String seat, List<String> lines) {}

    /** Reads the answer of a message; each refusal is an {@link dev.waggle.connect.a2a.protocol.A2aException}. */
    Answer read(TaskRecord task, List<OpenSeat> open, A2aMessage message, CallerIdentity caller) {
        Statement said = statement(message);
        String only = open.size() == 1 ? open.getFirst().turn().seat() : null;
        String seat = said.seat() == null ? only : said.seat();
        if (seat == null) {
            throw OrderReader.invalid("several people are asked: " + open.stream().map(it -> it.turn().seat())
                    .collect(Collectors.joining(", ")) + "\nMaybe send a data part with seat and lines.");
        }
        return answer(task.id(), seat, null, said.lines(), caller);
    }

    private Answer answer(String run, String seat, @Nullable Integer turn, List<String> lines, CallerIdentity caller) {
        try {
            SeatRegistry.OpenRequest request = seats.require(run, seat, turn, caller);
            var _ = request.request().check(lines);
            return new Answer(request, lines);
        } catch (ProblemException refused) {
            throw OrderReader.invalid(refused.problem().detail());
        } catch (IllegalArgumentException unreadable) {
            throw OrderReader.invalid(Objects.requireNonNullElse(unreadable.getMessage(), "the answer is unreadable"));
        }
    }

    private static Statement statement(A2aMessage message) {
        OrderReader.requireKnownParts(message);
        List<JsonValue> data = OrderReader.data(message);
        List<String> lines = message.text().lines().filter(line -> !line.isBlank()).toList();
        if (data.isEmpty()) {
            return new Statement(null, lines);
        }
        try {
            JsonObjectReader in = JsonObjectReader.root("the data part", data.getFirst());
            Statement said = new Statement(in.optionalText("seat"), in.has("lines") ? in.texts("lines") : lines);
            in.rejectUnknownFields();
            return said;
        } catch (IllegalArgumentException refused) {
            throw OrderReader.invalid(String.valueOf(refused.getMessage()));
        }
    }

    /** Stores an answer, unless it is stored already; the run goes on by itself. */
    void store(Answer answer, CallerIdentity caller) {
        try {
            SeatAnswer _ = seats.answer(answer.request(), caller.name(), answer.lines());
        } catch (ProblemException refused) {
            if (!isStored(answer.turn(), answer.lines(), caller)) {
                throw OrderReader.invalid(refused.problem().detail());
            }
        }
    }

    /** Stores the answer of a message that its task has, unless it is stored: a server may end between the two. */
    void finish(SeatTurn turn, A2aMessage message, CallerIdentity caller) {
        List<String> lines = statement(message).lines();
        SeatAnswer known = seats.answerOf(turn).orElse(null);
        if (known == null) {
            store(answer(turn.run(), turn.seat(), turn.turn(), lines, caller), caller);
        } else if (!isSame(known, lines, caller)) { // The run may be beyond that turn, so nobody asks for it.
            throw OrderReader.invalid("the " + turn + " has its answer already, from "
                    + QuotedValue.of(known.by()));
        }
    }

    private boolean isStored(SeatTurn turn, List<String> lines, CallerIdentity caller) {
        return seats.answerOf(turn).filter(known -> isSame(known, lines, caller)).isPresent();
    }

    private static boolean isSame(SeatAnswer known, List<String> lines, CallerIdentity caller) {
        return known.by().equals(caller.name()) && known.lines().equals(lines);
    }
}
