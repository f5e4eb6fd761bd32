package dev.waggle.cli.replay;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.LineReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.SeatLanguage;
import dev.waggle.swarm.agent.Turn;
import org.jspecify.annotations.Nullable;

/**
 * A written deliberation: the lines of the people in their seats, turn by turn.
 *
 * <pre>
 *   title: Shard, split or buy time?
 *   task: The question; further lines are indented by two spaces and keep their breaks.
 *   seat: dba | Maya | database engineer
 *
 *   &#64;dba
 *   find 0.8 What was found        a line of {@link SeatLanguage}; indented lines continue it
 *                                  a blank line ends the turn
 * </pre>
 *
 * Lines that start with {@code #} are comments. With a single seat, turns need no {@code @} line.
 */
public final class ScriptedDeliberation {

    /** Longest line of a script, in bytes. */
    public static final int MAX_LINE = 1 << 20;

    private final String name;
    private final @Nullable String title;
    private final @Nullable String task;
    private final List<AgentProfile> seats;
    private final Map<String, List<List<ScriptLine>>> turns;

    private ScriptedDeliberation(ScriptParser reader) {
        this.name = reader.name;
        this.title = reader.title;
        this.task = reader.task == null ? null : reader.task.toString().strip();
        this.seats = List.copyOf(reader.seats.values());
        this.turns = Map.copyOf(reader.turns);
    }

    /** Reads a script that names its seats. */
    public static ScriptedDeliberation read(Path file, InputStream in, TerminalScreen screen) {
        return read(InputFile.open(file.toString(), in, screen, MAX_LINE), List.of());
    }

    /** Reads a script; its seats may be named beforehand. */
    public static ScriptedDeliberation read(InputFile file, List<AgentProfile> seats) {
        ScriptParser reader = new ScriptParser(file.name());
        seats.forEach(seat -> reader.seats.put(seat.id(), seat));
        try (LineReader lines = new LineReader(file)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                reader.accept(line.get(), lines.line());
            }
        }
        return new ScriptedDeliberation(reader);
    }

    public @Nullable String title() {
        return title;
    }

    /** The question of the script, if it has one. */
    public Optional<String> task() {
        return Optional.ofNullable(task);
    }

    public List<AgentProfile> seats() {
        return seats;
    }

    /**
     * This deliberation, in which each of these people has a turn and no others have one.
     *
     * @throws UserException when one of them has none, or another seat is named
     */
    public ScriptedDeliberation requireTurns(List<AgentProfile> people) {
        List<String> ids = people.stream().map(AgentProfile::id).toList();
        seats.stream().map(AgentProfile::id).filter(id -> !ids.contains(id)).findFirst().ifPresent(other -> {
            throw new UserException(name + " has a seat \"" + other + "\", which is not among those of --seat",
                    "Add --seat " + other + ", or remove it.");
        });
        ids.stream().filter(id -> turns.getOrDefault(id, List.of()).isEmpty()).findFirst().ifPresent(silent -> {
            throw new UserException(name + " has no turn of \"" + silent + '"',
                    "Write @" + silent + " and lines such as \"vote P1 agree 0.9\" below it, or use a terminal.");
        });
        return this;
    }

    /**
     * Human speaker that reads the script: the n-th call of a seat returns its n-th turn, and a debate
     * returns nothing. Thread-safe.
     */
    public HumanSpeaker person() {
        return new ScriptedPerson();
    }

    private record ScriptLine(String line, long number) {}

    private final class ScriptedPerson implements HumanSpeaker {

        /** Number of lines delivered of a turn, by seat and number of the turn. */
        private final Map<String, Integer> linesByRound = new ConcurrentHashMap<>();

        /** Number of turns that a seat has begun. */
        private final Map<String, Integer> begun = new ConcurrentHashMap<>();

        /** Number of debate turns of a seat, for which the script has no lines. */
        private final Map<String, Integer> debated = new ConcurrentHashMap<>();

        /** The line of the file that a seat delivered last. */
        private final Map<String, Long> lastLine = new ConcurrentHashMap<>();

        /** A script has said all that its people said. */
        @Override
        public boolean takesClosingTurn(AgentProfile seat) {
            return false;
        }

        @Override
        public boolean wantsTurn(AgentProfile seat, int round) {
            return begun.getOrDefault(seat.id(), 0) < turns.getOrDefault(seat.id(), List.of()).size();
        }

        @Override
        public Optional<String> nextLine(AgentProfile seat, Turn turn) {
            if (turn.debate().isPresent()) {
                debated.merge(seat.id(), 1, Integer::sum);
                return Optional.empty();
            }
            int number = turn.invocation() - debated.getOrDefault(seat.id(), 0);
            begun.put(seat.id(), number);
            List<List<ScriptLine>> all = turns.getOrDefault(seat.id(), List.of());
            if (number > all.size()) {
                return Optional.empty();
            }
            List<ScriptLine> lines = all.get(number - 1);
            int next = linesByRound.merge(seat.id() + " " + number, 1, Integer::sum) - 1;
            if (next >= lines.size()) {
                return Optional.empty();
            }
            lastLine.put(seat.id(), lines.get(next).number());
            return Optional.of(lines.get(next).line());
        }

        /** Those of the others' turns up to the same number: where the turns meet is known when they are published. */
        @Override
        public Set<String> proposedBeside(AgentProfile seat, Turn turn) {
            return turns.entrySet().stream().filter(other -> !other.getKey().equals(seat.id()))
                    .flatMap(other -> other.getValue().stream().limit(begun.getOrDefault(seat.id(), 0)))
                    .flatMap(List::stream).flatMap(line -> SeatLanguage.proposedName(line.line()).stream())
                    .collect(Collectors.toSet());
        }

        @Override
        public void onInvalidLine(AgentProfile seat, String line, String problem) {
            throw new IllegalArgumentException(name + ", line " + lastLine.get(seat.id()) + ": " + problem);
        }
    }

    /** Takes a file line by line. */
    private static final class ScriptParser {

        private final String name;
        private final Map<String, AgentProfile> seats = new LinkedHashMap<>();
        private final Map<String, List<List<ScriptLine>>> turns = new LinkedHashMap<>();
        private @Nullable String title;
        private @Nullable StringBuilder task;
        private @Nullable List<ScriptLine> turn;
        private boolean inTask;

        ScriptParser(String name) {
            this.name = name;
        }

        void accept(String line, long number) {
            if (line.startsWith("#")) {
                return;
            }
            if (line.isBlank()) {
                blank();
            } else if (line.startsWith("  ")) {
                continuation(line, number);
            } else {
                inTask = false;
                statement(line.strip(), number);
            }
        }

        private void blank() {
            turn = null;
            if (inTask && task != null) {
                task.append('\n');
            }
        }

        private void continuation(String line, long number) {
            if (inTask && task != null) {
                task.append('\n').append(line.substring(2));
            } else if (turn != null && !turn.isEmpty()) {
                ScriptLine last = turn.removeLast();
                turn.add(new ScriptLine(last.line() + " " + line.strip(), last.number()));
            } else {
                throw new UserException(name + ", line " + number + ": an indented line continues nothing",
                        "Remove the blanks at its start.");
            }
        }

        private void statement(String line, long number) {
            if (line.startsWith("@")) {
                begin(line.substring(1).strip(), number);
            } else if (turn != null) {
                turn.add(new ScriptLine(line, number));
            } else if (line.startsWith("title:")) {
                title = after("title:", line);
            } else if (line.startsWith("task:")) {
                task = new StringBuilder(after("task:", line));
                inTask = true;
            } else if (line.startsWith("seat:")) {
                AgentProfile seat = WrittenSeats.parse(after("seat:", line));
                if (seats.put(seat.id(), seat) != null) {
                    throw new UserException(name + ", line " + number + ": there are two seats \"" + seat.id() + "\"",
                            "Give each seat an id of its own.");
                }
            } else if (seats.size() == 1) {
                begin(seats.keySet().iterator().next(), number);
                statement(line, number);
            } else {
                throw new UserException(name + ", line " + number + ": \"" + line + "\" stands outside of a turn",
                        "Start a turn with @ and the id of a seat.");
            }
        }

        private void begin(String seat, long number) {
            if (!seats.containsKey(seat)) {
                throw new UserException(name + ", line " + number + ": there is no seat \"" + seat + "\"",
                        "Known are " + String.join(", ", seats.keySet()) + ".");
            }
            List<ScriptLine> begun = new ArrayList<>();
            turns.computeIfAbsent(seat, of -> new ArrayList<>()).add(begun);
            turn = begun;
        }

        private static String after(String word, String line) {
            return line.substring(word.length()).strip();
        }
    }
}
