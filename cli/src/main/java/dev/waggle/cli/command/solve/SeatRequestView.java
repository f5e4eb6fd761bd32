package dev.waggle.cli.command.solve;

import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.identity.SignalNumbers;

/** View of a request to a person: the turn, the question, the deadline, and the new signals with their names. */
record SeatRequestView(TerminalScreen screen, int width) {

    void show(SeatRequest request) {
        print("", Ink.BOLD, request.turn() + ", until " + LocalTimeText.of(request.deadline()));
        print("  ", Ink.DIM, request.task().text());
        switch (request.occasion().kind()) {
            case ROUND -> {}
            case DEBATE -> print("  ", Ink.DIM, "a debate: attack or defend "
                    + String.join(" and ", request.occasion().proposals()) + ", and vote on both");
            case CLOSING -> print("  ", Ink.YELLOW,
                    "this is the last chance to vote: the solve ends after it, and only votes are taken");
        }
        request.mail().delivered().stream().map(InboxItem::entry)
                .forEach(entry -> EntryLine.ofMail(entry, "  inbox ", screen.style(), width)
                        .forEach(screen.out()::println));
        request.mail().received().forEach(signal -> EntryLine.ofNews(signal,
                SignalNumbers.name(signal, request.history().numberOf(signal.id())), "  ", screen.style(), width)
                .forEach(screen.out()::println));
    }

    private void print(String indent, Ink ink, String text) {
        TextWrap.lines(text, width - indent.length())
                .forEach(line -> screen.out().println(indent + screen.style().paint(ink, line)));
    }
}
