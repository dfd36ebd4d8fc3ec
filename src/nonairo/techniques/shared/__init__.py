"""Code that several techniques share.

lines, blocks, clues, line_ends, signs,
finished_lines, line_completions            what a technique reads in a line
position                                    the grid while it is being explained
ladder_climb, largest_first, first_seen     which technique comes next
steps                                       a step as data, and its sentence (`Step.text`)
line_reasons, reasons                       the cells and lines that a step needs, and no others
probing, case_search, solution              what follows from a supposition
chains, climbed_chains, case_chains,
supposing, broken_lines                     the same as chains of named steps
checker                                     a step replayed by itself
samples, levels, weights                    examples, levels and prices
"""
