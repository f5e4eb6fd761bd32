package dev.waggle.cli.learning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.evaluation.OutcomeBatch.BatchCount;
import dev.waggle.swarm.evaluation.OutcomeConflict;
import dev.waggle.swarm.evaluation.OutcomeMerge;

/** Merge of the outcomes of another data folder into ours. */
public final class FolderMerge {

    /** Maximum number of conflicts that are shown. */
    private static final int MAX_SHOWN = 20;

    private FolderMerge() {}

    /**
     * Merges.
     *
     * @param data our data folder, with these outcomes
     * @param mayReplace true if an outcome of the other folder may take the place of ours
     * @throws UserException when the folders have no common ancestor, or conflicts that may not be replaced
     */
    public static BatchCount merge(Path other, Path data, OutcomeFolder ours, boolean mayReplace,
            TerminalScreen screen) {
        refuseSame(other, data);
        OutcomeMerge merge = UserException
                .checked(() -> new OutcomeMerge(ours.outcomes(), OutcomeFolder.read(other, World.system())));
        if (!mayReplace) {
            refuseConflicts(other, merge.conflicts());
        }
        try (ProgressBar bar = ProgressBar.on(screen, "merging outcomes", merge.size())) {
            return mayReplace ? merge.replace(bar::at) : merge.tell(bar::at);
        }
    }

    private static void refuseSame(Path other, Path data) {
        try {
            if (Files.exists(other) && Files.exists(data) && Files.isSameFile(other, data)) {
                throw new UserException(other + " is the data folder itself", "Name another one.");
            }
        } catch (IOException unreadable) {
            throw new UserException(other + " cannot be read: " + unreadable.getMessage(), "Check the path.");
        }
    }

    private static void refuseConflicts(Path other, List<OutcomeConflict> conflicts) {
        if (conflicts.isEmpty()) {
            return;
        }
        List<UserException> errors = new ArrayList<>();
        conflicts.stream().limit(MAX_SHOWN).forEach(conflict -> errors.add(new UserException(conflict.inWords(),
                "Add --replace to take the other one.")));
        errors.add(new UserException(MessageText.count(conflicts.size(), "run") + " of " + other
                + (conflicts.size() == 1 ? " has another outcome" : " have another outcome")
                + (conflicts.size() > MAX_SHOWN ? ", the first " + MAX_SHOWN + " are shown" : "")
                + ", so nothing was told",
                "Add --replace, which takes back everything that was learned from ours."));
        throw new UserException(errors);
    }
}
