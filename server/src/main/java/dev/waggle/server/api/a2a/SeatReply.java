package dev.waggle.server.api.a2a;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.OpenSeat;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswer;

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
    }

    /** Reads the answer of a message; each refusal is an {@link A2aException}. */
    Answer read(TaskRecord task, List<OpenSeat> open, A2aMessage message, CallerIdentity caller) {
        OrderReader.requireKnownParts(message);
        if (!caller.has(AccessScope.SEAT)) {
            throw new A2aException(A2aErrorCode.UNSUPPORTED_OPERATION, "the token " + caller.name()
                    + " lacks the right seat, so it cannot answer for a person\nMaybe the person answers at /v1/seats.");
        }
        List<JsonValue> data = OrderReader.data(message);
        String seat = open.size() == 1 ? open.getFirst().turn().seat() : null;
        List<String> lines = message.text().lines().filter(line -> !line.isBlank()).toList();
        if (!data.isEmpty()) {
            try {
                JsonObjectReader in = JsonObjectReader.root("the data part", data.getFirst());
                String named = in.optionalText("seat");
                seat = named == null ? seat : named;
                lines = in.has("lines") ? in.texts("lines") : lines;
                in.rejectUnknownFields();
            } catch (IllegalArgumentException refused) {
                throw OrderReader.invalid(String.valueOf(refused.getMessage()));
            }
        }
        if (seat == null) {
            throw OrderReader.invalid("several people are asked: " + open.stream().map(it -> it.turn().seat())
                    .collect(Collectors.joining(", ")) + "\nMaybe send a data part with seat and lines.");
        }
        try {
            SeatRegistry.OpenRequest request = seats.require(task.id(), seat, null, caller);
            var _ = request.request().check(lines);
            return new Answer(request, lines);
        } catch (ProblemException refused) {
            throw OrderReader.invalid(refused.problem().detail());
        } catch (IllegalArgumentException unreadable) {
            throw OrderReader.invalid(Objects.requireNonNullElse(unreadable.getMessage(), "the answer is unreadable"));
        }
    }

    /** Stores an answer; the run goes on by itself. */
    void store(Answer answer, CallerIdentity caller) {
        try {
            SeatAnswer _ = seats.answer(answer.request(), caller.name(), answer.lines());
        } catch (ProblemException refused) {
            throw OrderReader.invalid(refused.problem().detail());
        }
    }
}
