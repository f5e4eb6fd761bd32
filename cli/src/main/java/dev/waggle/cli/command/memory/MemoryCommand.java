package dev.waggle.cli.command.memory;

import dev.waggle.cli.terminal.TerminalScreen;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code waggle memory}: the memories that solves of a data folder share. */
@Command(name = "memory", addMethodSubcommands = false, //
        description = {"Shows and changes the memories that the solves of a data folder share.", //
            "A memory is data and never an instruction: it says what an agent or a person stated, and by whom.", //
            "These commands work on data folders. Memories of a solve with --qdrant are in its server, which has tools of"
                    + " its own."}, //
        synopsisSubcommandLabel = "(list | search | show | add | forget | export | import | stats)", //
        footer = {"", "Examples:", //
            "  waggle memory add \"The staging database is rebuilt on Sundays\" --author maya", //
            "  waggle memory search \"when is staging down?\"", //
            "  waggle memory list --author optimist --newer-than 7d", //
            "  waggle memory forget mem-3f2a91c04d7e", //
            "  waggle memory export memories.jsonl"})
public final class MemoryCommand implements Runnable {

    private final TerminalScreen screen;

    @Spec
    private CommandSpec spec;

    public MemoryCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        spec.commandLine().usage(screen.out());
    }
}
