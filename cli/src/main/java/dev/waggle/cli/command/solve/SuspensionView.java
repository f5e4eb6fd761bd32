package dev.waggle.cli.command.solve;

import java.nio.file.Path;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.SeatRequest;

/** View of a suspended solve: the people that it waits for, and the commands that go on. */
record SuspensionView(TerminalScreen screen, int width, Path data) {

    private static final String INDENT = "    ";

    /** Shows the open requests; nothing for a solve that is not suspended. */
    void show(SwarmResult result) {
        if (result.openSeats().isEmpty()) {
            return;
        }
        print("  ", Ink.BOLD, result.solveId() + " is suspended until people have answered");
        for (SeatRequest request : result.openSeats()) {
            String seat = request.turn().seat();
            command(seat + ", until " + LocalTimeText.of(request.deadline()),
                    "waggle answer " + result.solveId() + ' ' + seat + " \"LINE\" --data " + data);
        }
        command("see what is new", "waggle answer --list --data " + data);
        command("then go on", "waggle resume " + result.solveId() + " --data " + data);
        screen.out().flush();
    }

    /** A command stands whole on a line of its own, so that it can be copied. */
    private void command(String purpose, String command) {
        print(INDENT, Ink.DIM, purpose + ':');
        screen.out().println(INDENT + "  " + screen.style().paint(Ink.DIM, TextStyle.printable(command)));
    }

    private void print(String indent, Ink ink, String text) {
        TextWrap.lines(text, width - indent.length())
                .forEach(line -> screen.out().println(indent + screen.style().paint(ink, line)));
    }
}
