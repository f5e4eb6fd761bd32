package dev.waggle.cli.models;

import java.util.Collection;
import java.util.List;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.ModelCatalog.UnavailableProvider;

/** Refusal of models that cannot be called, before anything is paid. */
public final class UnavailableModels {

    private UnavailableModels() {}

    /**
     * Refuses models whose provider cannot be called.
     *
     * @throws UserException with one error for each provider
     */
    public static void refuse(ModelCatalog catalog, Collection<String> names) throws InterruptedException {
        List<UserException> errors = catalog.unavailable(names).stream().map(UnavailableProvider::message)
                .map(message -> UserException.of(new IllegalArgumentException(message))).toList();
        if (!errors.isEmpty()) {
            throw new UserException(errors);
        }
    }
}
