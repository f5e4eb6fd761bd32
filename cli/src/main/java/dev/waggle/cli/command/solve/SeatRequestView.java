package dev.waggle.cli.command.solve;

import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.identity.SignalNumbers;

/** View of a request to a person: the turn, the question, the deadline, and the new signals with their names. */
record SeatRequestView(TerminalScreen screen) {

    void show(SeatRequest request) {
        print(Ink.BOLD, request.turn() + ", until " + request.deadline());
        print(Ink.DIM, "  " + request.task().text());
        switch (request.occasion().kind()) {
            case ROUND -> {}
            case DEBATE -> print(Ink.DIM, "  a debate: attack or defend "
                    + String.join(" and ", request.occasion().proposals()) + ", and vote on both");
            case CLOSING -> print(Ink.YELLOW,
                    "  this is the last chance to vote: the solve ends after it, and only votes are taken");
        }
        request.mail().delivered().stream().map(InboxItem::entry)
                .forEach(entry -> screen.out().println("  inbox " + EntryLine.ofMail(entry, screen.style())));
        request.mail().received().forEach(signal -> screen.out().println("  " + EntryLine.ofNews(signal,
                SignalNumbers.name(signal, request.history().numberOf(signal.id())), screen.style())));
    }

    private void print(Ink ink, String line) {
        screen.out().println(screen.style().paint(ink, TextStyle.printable(line)));
    }
}
