package dev.waggle.cli.command.solve;

import java.nio.file.Path;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.SeatRequest;

/** View of a suspended solve: the people that it waits for, and the commands that go on. */
record SuspensionView(TerminalScreen screen, Path data) {

    /** Shows the open requests; nothing for a solve that is not suspended. */
    void show(SwarmResult result) {
        if (result.openSeats().isEmpty()) {
            return;
        }
        print(Ink.BOLD, "  " + result.solveId() + " is suspended until people have answered");
        for (SeatRequest request : result.openSeats()) {
            print(Ink.DIM, "    " + request.turn().seat() + " until " + request.deadline() + ":  waggle answer "
                    + result.solveId() + ' ' + request.turn().seat() + " \"LINE\" --data " + data);
        }
        print(Ink.DIM, "    see what is new:  waggle answer --list --data " + data);
        print(Ink.DIM, "    then go on:       waggle resume " + result.solveId() + " --data " + data);
        screen.out().flush();
    }

    private void print(Ink ink, String line) {
        screen.out().println(screen.style().paint(ink, TextStyle.printable(line)));
    }
}
