package dev.waggle.cli.ask;

import java.util.List;

/**
 * Question with a known answer.
 *
 * @param id its id, unique in the file
 * @param text the question
 * @param options the possible answers, at least two; empty if the answer is free text
 * @param truth the right answer, one of the options if there are any
 * @param category its category; empty for none
 */
record PanelQuestion(String id, String text, List<String> options, String truth, String category) {

    PanelQuestion {
        options = List.copyOf(options);
    }

    /** The letter of an option in prompts. */
    static String letter(int option) {
        return String.valueOf((char) ('A' + option));
    }
}
