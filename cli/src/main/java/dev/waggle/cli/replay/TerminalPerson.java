package dev.waggle.cli.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.ClosingBallot;
import dev.waggle.swarm.agent.HistoryView;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.SeatLanguage;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.TurnStatus;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.identity.SignalNumbers;
import org.jspecify.annotations.Nullable;

/**
 * People at one terminal, asked one after another, in the order of their seats among the waiting ones. A seat holds
 * the terminal from its first line of a turn to the end of that turn. A blank line ends a turn, the end of input all.
 */
public final class TerminalPerson implements HumanSpeaker {

    private static final int NOBODY = -1;

    /** Time in which all seats with a turn in a round request the terminal, which they do at once. */
    private static final Duration GATHER = Duration.ofMillis(50);

    private final TerminalScreen screen;
    private final BufferedReader in;
    private final List<String> seats;
    private final int width;
    private final TreeSet<Integer> waiting = new TreeSet<>();

    /** Names of proposals by the round in which they were typed. */
    private final Map<String, Integer> proposedIn = new HashMap<>();
    private boolean isNewName;

    /** Seats that were told their roles. */
    private final Set<String> informed = new HashSet<>();
    private int speaking = NOBODY;
    private boolean ended;

    /** For seats with these ids, in the order in which they are asked. */
    public TerminalPerson(TerminalScreen screen, BufferedReader in, List<String> seats) {
        this(screen, in, seats, TerminalWidth.ofText());
    }

    TerminalPerson(TerminalScreen screen, BufferedReader in, List<String> seats, int width) {
        this.width = width;
        this.screen = screen;
        this.in = in;
        this.seats = List.copyOf(seats);
    }

    @Override
    public Optional<String> nextLine(AgentProfile seat, Turn turn) throws InterruptedException {
        if (takeTerminal(seats.indexOf(seat.id()))) {
            printPrompt(seat, turn);
        }
        Optional<String> line = ended ? Optional.empty() : read(seat);
        line.flatMap(SeatLanguage::proposedName).ifPresent(name -> setProposed(name, turn.round()));
        return line;
    }

    /** Those that others at this terminal have made in this round. */
    @Override
    public synchronized Set<String> proposedBeside(AgentProfile seat, Turn turn) {
        return proposedIn.entrySet().stream().filter(known -> known.getValue() == turn.round()).map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private synchronized void setProposed(String name, int round) {
        isNewName = proposedIn.putIfAbsent(name, round) == null;
    }

    /** Forgets the name of a line that was refused, unless an earlier line has it. */
    private synchronized void dropProposed(String name) {
        if (isNewName) {
            proposedIn.remove(name);
        }
    }

    @Override
    public synchronized void endTurn(AgentProfile seat) {
        int number = seats.indexOf(seat.id());
        waiting.remove(number);
        if (speaking == number) {
            speaking = NOBODY;
        }
        notifyAll();
    }

    /** Waits for the terminal; whether it was not this seat's already. */
    private synchronized boolean takeTerminal(int seat) throws InterruptedException {
        if (speaking == seat) {
            return false;
        }
        waiting.add(seat);
        long gathered = System.nanoTime() + GATHER.toNanos();
        while (speaking != NOBODY || waiting.first() != seat || System.nanoTime() < gathered) {
            wait(GATHER.toMillis());
        }
        waiting.remove(seat);
        speaking = seat;
        return true;
    }

    @Override
    public void onInvalidLine(AgentProfile seat, String line, String problem) {
        SeatLanguage.proposedName(line).ifPresent(this::dropProposed);
        problem.lines().forEach(text -> print("  ", Ink.RED, text));
        screen.out().flush();
    }

    private void printPrompt(AgentProfile seat, Turn turn) {
        screen.out().println();
        int news = turn.stimuli().size();
        printTurn(seat.name() + ", your turn", "(" + round(turn) + ", " + news + " new signal"
                + (news == 1 ? "" : "s") + "; help explains, an empty line ends your turn)");
        if (!seat.role().isEmpty() && informed.add(seat.id())) {
            print("  ", Ink.DIM, "your role: " + seat.role());
        }
        voteStatus(seat, turn).ifPresent(text -> print("  ", Ink.DIM, text));
        turn.debate().ifPresent(debate -> print("  ", Ink.DIM,
                "a debate, round " + debate.round() + " of at most " + debate.rounds() + ": attack or defend "
                        + debate.proposalIds().stream().map(turn.history()::proposalName)
                                .collect(Collectors.joining(" and "))
                        + ", and vote on both"));
        turn.closing().ifPresent(ballot -> printBallot(ballot, turn.history()));
        AgentMail mail = turn.mail();
        mail.delivered().stream().filter(InboxItem::silent).forEach(item -> lines(item, TextStyle.PLAIN)
                .forEach(line -> screen.out().println(screen.style().paint(Ink.DIM, line))));
        mail.delivered().stream().filter(item -> !item.silent())
                .forEach(item -> lines(item, screen.style()).forEach(screen.out()::println));
    }

    /** The name in bold, and the explanation beside it or below it. */
    private void printTurn(String name, String explanation) {
        String head = TextStyle.printable(name);
        if (TextTable.width(head) + explanation.length() + 3 <= width) {
            screen.out().println("  " + screen.style().paint(Ink.BOLD, head) + " "
                    + screen.style().paint(Ink.DIM, explanation));
        } else {
            print("  ", Ink.BOLD, name);
            print("  ", Ink.DIM, explanation);
        }
    }

    private void print(String indent, Ink ink, String text) {
        TextWrap.lines(text, width - indent.length())
                .forEach(line -> screen.out().println(indent + screen.style().paint(ink, line)));
    }

    private static String round(Turn turn) {
        int max = turn.status().maxRounds();
        return "round " + turn.round() + (max > 0 ? " of at most " + max : "");
    }

    /** The votes that a decision needs, and the agents without one for a seat that hears votes. */
    private static Optional<String> voteStatus(AgentProfile seat, Turn turn) {
        TurnStatus status = turn.status();
        boolean hasProposals = !turn.history().select(SignalFilter.ofTypes(SignalType.PROPOSAL)).isEmpty();
        if (!hasProposals || status.quorum() == 0) {
            return Optional.empty();
        }
        Set<String> voted = turn.history().select(SignalFilter.ofTypes(SignalType.VOTE)).stream()
                .map(vote -> AuthorKey.of(vote.source())).collect(Collectors.toSet());
        boolean hearsVotes = seat.listens().contains(SignalType.VOTE);
        String missing = status.voters().stream().filter(voter -> hearsVotes && !voted.contains(voter))
                .collect(Collectors.joining(", "));
        return Optional.of("a decision needs the "
                + (status.quorum() == 1 ? "vote of 1 agent" : "votes of " + status.quorum() + " agents")
                + (missing.isEmpty() ? "" : "; without a vote so far: " + missing));
    }

    /** The last chance to vote: the open proposals by name. */
    private void printBallot(ClosingBallot ballot, HistoryView history) {
        print("  ", Ink.YELLOW, "this is your last chance to vote: the solve ends after it, and only votes are taken");
        for (Signal proposal : ballot.proposals()) {
            if (proposal.payload() instanceof Payload.Proposal open) {
                String name = SignalNumbers.name(proposal, history.numberOf(proposal.id()));
                TextWrap.lines("no vote of yours on " + name + ": " + open.content(), width - 4)
                        .forEach(line -> screen.out().println("    " + line));
            }
        }
    }

    /** Lines of an item of the inbox, made safe to show; informative items come before those that request an answer. */
    private List<String> lines(InboxItem item, TextStyle style) {
        return EntryLine.ofMail(item.entry(), item.silent() ? "    to know  " : "    inbox    ", style, width);
    }

    private Optional<String> read(AgentProfile seat) {
        while (true) {
            screen.out().print(screen.style().paint(Ink.CYAN, "  " + TextTable.clip(seat.id(), width / 2) + "> "));
            screen.out().flush();
            String line = readLine();
            if (line == null) {
                ended = true;
                return Optional.empty();
            }
            if (!line.strip().equalsIgnoreCase("help")) {
                return line.isBlank() ? Optional.empty() : Optional.of(line.strip());
            }
            SeatHelp.lines(screen.style(), width).forEach(screen.out()::println);
        }
    }

    private @Nullable String readLine() {
        try {
            return in.readLine();
        } catch (InterruptedIOException stopped) {
            return null;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read from the terminal: " + failed.getMessage(), failed);
        }
    }
}
