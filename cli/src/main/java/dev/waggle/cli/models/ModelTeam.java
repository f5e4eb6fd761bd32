package dev.waggle.cli.models;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelMode;
import org.jspecify.annotations.Nullable;

/**
 * What a user asked for who lets models play agents.
 *
 * @param players who plays, and with which models
 * @param manner how models are asked
 * @param budget what all calls may cost together
 * @param tools what agents may do beside speaking
 * @param tapes what is recorded or replayed
 * @param after what comes of it when all is said
 */
public record ModelTeam(TeamOptions players, CallOptions manner, Budget budget, ToolOptions tools, TapeOptions tapes,
        OutputOptions after) {

    /** The same with other agents and models. */
    public ModelTeam with(List<TeamMember> team, List<String> models) {
        return new ModelTeam(new TeamOptions(team, models, players.mode, players.file, players.environment,
                players.places), manner, budget,
                tools, tapes, after);
    }

    /**
     * Who plays.
     *
     * @param team the agents
     * @param models the models that agents without one take in turn
     * @param mode the mode that calls begin in
     * @param file the configuration; {@code null} for none
     * @param environment the variables that hold keys and addresses
     * @param places where a file names a model, by its name: what a message about it begins with
     */
    public record TeamOptions(List<TeamMember> team, List<String> models, ModelMode mode, @Nullable Path file,
            Map<String, String> environment, Map<String, String> places) {
        public TeamOptions {
            team = List.copyOf(team);
            models = List.copyOf(models);
            places = Map.copyOf(places);
        }

        /** Models that no file names. */
        public TeamOptions(List<TeamMember> team, List<String> models, ModelMode mode, @Nullable Path file,
                Map<String, String> environment) {
            this(team, models, mode, file, environment, Map.of());
        }

        /** Keys are among the variables. */
        @Override
        public String toString() {
            return "Players[" + team + ", " + models + ", " + mode + ", " + file + ']';
        }
    }

    /**
     * How models are asked.
     *
     * @param maxOutput most tokens of an answer; {@code null} for the usual
     * @param temperature 0..1; {@code null} leaves it to the provider
     */
    public record CallOptions(@Nullable Integer maxOutput, @Nullable Double temperature) {}

    /**
     * What agents may do beside speaking.
     *
     * @param web whether they may read the web
     * @param file which tool servers there are; {@code null} for none
     */
    public record ToolOptions(boolean web, @Nullable Path file) {}

    /**
     * What comes of a solve when all is said.
     *
     * @param synthesize whether a model of the team writes the answer
     * @param learn where agents learn from solve to solve; {@code null} for nowhere
     */
    public record OutputOptions(boolean synthesize, @Nullable Path learn) {

        /** The decision is the answer, and nobody learns. */
        public static final OutputOptions NOTHING = new OutputOptions(false, null);
    }

    /**
     * What is recorded or replayed.
     *
     * @param replay the recording that answers; {@code null} for none
     * @param orLive whether models are asked where it has no answer
     * @param record the recording to make; {@code null} for none
     * @param seed the chance of the solve; {@code null} for that of the recording, or a new one
     */
    public record TapeOptions(@Nullable Path replay, boolean orLive, @Nullable Path record, @Nullable Long seed) {}
}
