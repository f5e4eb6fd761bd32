package dev.waggle.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.stream.Stream;

import dev.waggle.cli.command.log.CheckpointsCommand;
import dev.waggle.cli.command.log.LogCommand;
import dev.waggle.cli.command.log.LogCompactCommand;
import dev.waggle.cli.command.log.LogExportCommand;
import dev.waggle.cli.command.log.LogImportCommand;
import dev.waggle.cli.command.log.LogPlayCommand;
import dev.waggle.cli.command.log.LogRedactCommand;
import dev.waggle.cli.command.log.LogRepairCommand;
import dev.waggle.cli.command.log.LogTreeCommand;
import dev.waggle.cli.command.log.LogVerifyCommand;
import dev.waggle.cli.command.log.RecordingsCommand;
import dev.waggle.cli.command.log.SchemaCommand;
import dev.waggle.cli.command.memory.MemoryAddCommand;
import dev.waggle.cli.command.memory.MemoryCommand;
import dev.waggle.cli.command.memory.MemoryExportCommand;
import dev.waggle.cli.command.memory.MemoryForgetCommand;
import dev.waggle.cli.command.memory.MemoryImportCommand;
import dev.waggle.cli.command.memory.MemoryListCommand;
import dev.waggle.cli.command.memory.MemorySearchCommand;
import dev.waggle.cli.command.memory.MemoryShowCommand;
import dev.waggle.cli.command.memory.MemoryStatsCommand;
import dev.waggle.cli.command.review.DecideCommand;
import dev.waggle.cli.command.review.EvalCommand;
import dev.waggle.cli.command.review.ExplainCommand;
import dev.waggle.cli.command.review.LensCommand;
import dev.waggle.cli.command.review.OutcomeCommand;
import dev.waggle.cli.command.review.ReplayCommand;
import dev.waggle.cli.command.review.ReputationCommand;
import dev.waggle.cli.command.serve.ServeCommand;
import dev.waggle.cli.command.signals.CancelCommand;
import dev.waggle.cli.command.signals.DeadLettersCommand;
import dev.waggle.cli.command.signals.DelayedCommand;
import dev.waggle.cli.command.signals.InboxCommand;
import dev.waggle.cli.command.signals.RequeueCommand;
import dev.waggle.cli.command.signals.SignalsCommand;
import dev.waggle.cli.command.signals.SubscribeCommand;
import dev.waggle.cli.command.signals.SubscriptionsCommand;
import dev.waggle.cli.command.signals.UnsubscribeCommand;
import dev.waggle.cli.command.solve.AnswerCommand;
import dev.waggle.cli.command.solve.DemoCommand;
import dev.waggle.cli.command.solve.InitCommand;
import dev.waggle.cli.command.solve.ModelsCommand;
import dev.waggle.cli.command.solve.ResumeCommand;
import dev.waggle.cli.command.solve.SolveCommand;
import dev.waggle.cli.command.token.TokenCommand;
import dev.waggle.cli.command.token.TokenCreateCommand;
import dev.waggle.cli.command.token.TokenListCommand;
import dev.waggle.cli.command.token.TokenRevokeCommand;
import dev.waggle.cli.command.webhook.WebhookCommand;
import dev.waggle.cli.command.webhook.WebhookCreateCommand;
import dev.waggle.cli.command.webhook.WebhookDeleteCommand;
import dev.waggle.cli.command.webhook.WebhookListCommand;
import dev.waggle.cli.command.webhook.WebhookRenewCommand;
import dev.waggle.cli.serve.McpCommand;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/**
  * Model of the commands, to be read and not run. A test compares the help of each command with the help of the
  * program. So it finds a command that is missing here or in the program.
 */
public final class CommandTree {

    private static final TerminalScreen SCREEN = new TerminalScreen(new PrintWriter(Writer.nullWriter()),
            new PrintWriter(Writer.nullWriter()), TextStyle.PLAIN, false);

    private static final InputStream IN = InputStream.nullInputStream();

    private CommandTree() {}

    /** The command {@code waggle} with its subcommands. */
    public static CommandLine root() {
        return new CommandLine(new WaggleCommand(SCREEN)).addSubcommand(new DemoCommand(SCREEN, ProcessTelemetry.NONE))
                .addSubcommand(new DecideCommand(SCREEN, IN)).addSubcommand(new EvalCommand(SCREEN, IN))
                .addSubcommand(new SolveCommand(SCREEN, IN, ProcessTelemetry.NONE))
                .addSubcommand(new ResumeCommand(SCREEN, IN, ProcessTelemetry.NONE))
                .addSubcommand(new AnswerCommand(SCREEN, IN))
                .addSubcommand(new ReplayCommand(SCREEN))
                .addSubcommand(new InitCommand(SCREEN)).addSubcommand(new ModelsCommand(SCREEN)).addSubcommand(log())
                .addSubcommand(signals()).addSubcommand(memory())
                .addSubcommand(new McpCommand(SCREEN, IN, ProcessTelemetry.NONE))
                .addSubcommand(new ServeCommand(SCREEN, ProcessTelemetry.NONE))
                .addSubcommand(token()).addSubcommand(webhook())
                .addSubcommand(new LensCommand(SCREEN)).addSubcommand(new ExplainCommand(SCREEN))
                .addSubcommand(new OutcomeCommand(SCREEN, IN)).addSubcommand(new ReputationCommand(SCREEN))
                .addSubcommand(new SchemaCommand(SCREEN, IN)).addSubcommand(new RecordingsCommand(SCREEN))
                .addSubcommand(new CheckpointsCommand(SCREEN)).addSubcommand(new HelpCommand());
    }

    private static CommandLine log() {
        return new CommandLine(new LogCommand(SCREEN)).addSubcommand(new LogVerifyCommand(SCREEN))
                .addSubcommand(new LogRepairCommand(SCREEN))
                .addSubcommand(new LogCompactCommand(SCREEN)).addSubcommand(new LogRedactCommand(SCREEN))
                .addSubcommand(new LogExportCommand(SCREEN))
                .addSubcommand(new LogImportCommand(SCREEN, IN)).addSubcommand(new LogTreeCommand(SCREEN))
                .addSubcommand(new LogPlayCommand(SCREEN, IN));
    }

    private static CommandLine signals() {
        return new CommandLine(new SignalsCommand(SCREEN, IN)).addSubcommand(new SubscribeCommand(SCREEN))
                .addSubcommand(new UnsubscribeCommand(SCREEN)).addSubcommand(new SubscriptionsCommand(SCREEN))
                .addSubcommand(new InboxCommand(SCREEN)).addSubcommand(new DeadLettersCommand(SCREEN))
                .addSubcommand(new RequeueCommand(SCREEN)).addSubcommand(new DelayedCommand(SCREEN))
                .addSubcommand(new CancelCommand(SCREEN));
    }

    private static CommandLine webhook() {
        return new CommandLine(new WebhookCommand(SCREEN)).addSubcommand(new WebhookCreateCommand(SCREEN))
                .addSubcommand(new WebhookListCommand(SCREEN)).addSubcommand(new WebhookRenewCommand(SCREEN))
                .addSubcommand(new WebhookDeleteCommand(SCREEN));
    }

    private static CommandLine token() {
        return new CommandLine(new TokenCommand(SCREEN)).addSubcommand(new TokenCreateCommand(SCREEN))
                .addSubcommand(new TokenListCommand(SCREEN)).addSubcommand(new TokenRevokeCommand(SCREEN));
    }

    private static CommandLine memory() {
        return new CommandLine(new MemoryCommand(SCREEN)).addSubcommand(new MemoryListCommand(SCREEN))
                .addSubcommand(new MemorySearchCommand(SCREEN)).addSubcommand(new MemoryShowCommand(SCREEN))
                .addSubcommand(new MemoryAddCommand(SCREEN, IN)).addSubcommand(new MemoryForgetCommand(SCREEN))
                .addSubcommand(new MemoryExportCommand(SCREEN)).addSubcommand(new MemoryImportCommand(SCREEN, IN))
                .addSubcommand(new MemoryStatsCommand(SCREEN));
    }

    /** Help of a command as the program prints it. */
    public static String printedHelp(CommandLine command) {
        String[] path = command.getCommandSpec().qualifiedName().split(" ", -1);
        return CommandRun.of(Stream.concat(Stream.of(path).skip(1), Stream.of("--help")).toArray(String[]::new)).out();
    }
}
