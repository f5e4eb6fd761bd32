package dev.waggle.cli.command.log;

import picocli.CommandLine.Command;

/** {@code waggle log}: reads a journal or a cassette without changing it. Changes have commands of their own. */
@Command(name = "log", addMethodSubcommands = false, //
        synopsisSubcommandLabel = "(show | tail | threads | tree | play | verify | repair | compact | redact | delete"
                + " | export | import)", //
        description = "Reads, repairs, redacts, exports and imports journals, and deletes runs.")
public final class LogCommand {}
