package dev.waggle.cli.option;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.InputText;
import dev.waggle.cli.replay.ScriptedDeliberation;
import dev.waggle.cli.replay.TerminalPerson;
import dev.waggle.cli.replay.WrittenSeats;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.RemoteSeatSpec;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.HumanSpeaker;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags of the people in a solve, and their agents: speakers during the solve, and people who answer later. */
public final class PeopleOptions {

    @Option(names = "--seat", paramLabel = "ID|NAME|ROLE", description = "a person in a seat; repeat for more."
            + " They speak at the terminal; from a pipe or --answers, in turns that start with @ID and end with an"
            + " empty line")
    private List<String> seats = new ArrayList<>();

    @Option(names = "--answers", paramLabel = "FILE", description = "the turns of the people in seats, as a pipe has"
            + " them; - for the standard input (default: the terminal, or a pipe)")
    private @Nullable String answers;

    @Mixin
    private RemoteSeatOptions later = new RemoteSeatOptions();

    /** True if a flag names a person. */
    public boolean isAsked() {
        return isWithSpeakers() || isWithLater();
    }

    /** True if a flag names a person who speaks during the solve. */
    public boolean isWithSpeakers() {
        return !seats.isEmpty();
    }

    /** True if a flag names a person who answers later. */
    public boolean isWithLater() {
        return later.isAsked();
    }

    /** The people who speak during the solve. */
    public List<AgentProfile> speakers() {
        return WrittenSeats.parseAll(seats);
    }

    /** True if they speak at the terminal, and not from a file or a pipe. */
    public boolean isTerminal(TerminalScreen screen) {
        return answers == null && screen.interactive();
    }

    /** True if their lines are on the standard input. */
    public boolean isOnStandardInput() {
        return isWithSpeakers() && (answers == null || answers.equals(InputText.STANDARD_INPUT));
    }

    /** Refuses a file of turns without people to take them. */
    public void refuseAnswersWithoutSeats() {
        if (answers != null && seats.isEmpty()) {
            throw new UserException("--answers has the turns of people in seats, and there is none",
                    "Add --seat ID, or omit it.");
        }
    }

    /** The files that are read. */
    public List<String> inputs() {
        return answers == null || answers.equals(InputText.STANDARD_INPUT) ? List.of() : List.of(answers);
    }

    /** Agents of people beside other agents: they speak at the terminal, or by their prewritten turns. */
    public List<Agent> seated(List<AgentProfile> people, TerminalScreen screen, InputStream in) {
        HumanSpeaker speaker = people.isEmpty() || isTerminal(screen)
                ? terminal(people, screen, in)
                : written(people, screen, in).person();
        return people.stream().<Agent>map(person -> new HumanSeat(person, speaker)).toList();
    }

    /** The speaker for people at the terminal. */
    public HumanSpeaker terminal(List<AgentProfile> people, TerminalScreen screen, InputStream in) {
        return new TerminalPerson(screen, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)),
                people.stream().map(AgentProfile::id).toList());
    }

    /** The prewritten turns of people; refuses people without any. */
    public ScriptedDeliberation written(List<AgentProfile> people, TerminalScreen screen, InputStream in) {
        String file = answers == null ? InputText.STANDARD_INPUT : answers;
        return ScriptedDeliberation.read(InputFile.open(file, in, screen, ScriptedDeliberation.MAX_LINE), people)
                .requireTurns(people);
    }

    /**
     * Agents of people alone: first the speakers, then the people who answer later.
     *
     * @param present the speakers
     * @param roles gives people their roles
     * @param seating makes the agents of speakers in their roles
     * @param kept the answers of people who answer later
     */
    public List<Agent> alone(List<AgentProfile> present, UnaryOperator<List<AgentProfile>> roles,
            Function<List<AgentProfile>, List<Agent>> seating, Supplier<SeatAnswers> kept) {
        List<RemoteSeatSpec> absent = later.seats();
        List<AgentProfile> filled = roles.apply(Stream.concat(present.stream(),
                absent.stream().map(RemoteSeatSpec::profile)).toList());
        List<Agent> agents = new ArrayList<>(seating.apply(filled.subList(0, present.size())));
        List<RemoteSeatSpec> specs = new ArrayList<>();
        for (int i = 0; i < absent.size(); i++) {
            specs.add(new RemoteSeatSpec(filled.get(present.size() + i), absent.get(i).deadline()));
        }
        agents.addAll(remote(specs, kept));
        return agents;
    }

    /** Agents of the people who answer later, by the setup and the flags. */
    public List<Agent> remote(Optional<SwarmSetup> setup, Supplier<SeatAnswers> kept) {
        return remote(Stream.concat(setup.stream().flatMap(known -> known.resources().seats().stream()),
                later.seats().stream()).toList(), kept);
    }

    private static List<Agent> remote(List<RemoteSeatSpec> people, Supplier<SeatAnswers> kept) {
        if (people.isEmpty()) {
            return List.of();
        }
        SeatAnswers store = kept.get();
        return people.stream().map(person -> person.agent(store)).toList();
    }
}
