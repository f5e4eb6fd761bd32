package dev.waggle.server.run;

import java.util.List;

import dev.waggle.server.http.ApiDoc;
import org.jspecify.annotations.Nullable;

/** Recorded deliberation that an order names as its only model. */
public record RecordedDeliberation(
        @ApiDoc("Its name among the models of an order, such as demo:crossing.") String model,
        @ApiDoc("Its title.") String title,
        @ApiDoc("Its question, which the order repeats.") String question,
        @ApiDoc("Background of the question.") @Nullable String context,
        @ApiDoc("The recorded people.") List<RecordedPerson> people,
        @ApiDoc("Number of recorded statements.") int statements) {

    /** Person who speaks in a recording. */
    public record RecordedPerson(@ApiDoc("Id of the agent.") String id, @ApiDoc("Name.") String name,
            @ApiDoc("Role; may be empty.") String role) {}

    public RecordedDeliberation {
        people = List.copyOf(people);
    }
}
